import { DomainError } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../../testing/facts.js';
import { remove } from '../../../testing/shelf-commands.js';
import { checkDrive } from '../reads/check-drive.js';
import { ProcessRunner } from './process-runner.js';

const quiet = { warn: () => undefined, error: () => undefined };
const count = async ({ catalog, account }: TestDrive) => (await catalog.store.state(account.drive)).count;

async function halfDeleted() {
  const drive = testDrive();
  await drive.given(aFolder('a'), ...manyFiles('a', 500));
  await remove(drive, ['a']);
  return drive;
}

/** Lets something happen instead of, or before, each chunk. */
function beforeEachChunk({ catalog }: TestDrive, happens: (chunk: number) => void) {
  const { withDrive } = catalog.store;
  let chunk = 0;
  catalog.store.withDrive = async (...command) => {
    if (command[2].name === 'purge-elements') happens((chunk += 1));
    return (await withDrive.apply(catalog.store, command as never)) as never;
  };
}

describe('a large deletion', () => {
  it('is carried through once woken', async () => {
    const drive = await halfDeleted();
    const runner = new ProcessRunner(drive.catalog, quiet, {
      parallel: 1,
      retryMs: 1,
      pause: async () => undefined,
    });
    runner.wake(drive.account.drive);
    runner.wake(drive.account.drive);
    await runner.idle();
    expect(await count(drive)).toBe(0);
  });

  it('goes on at the start after a stop', async () => {
    const drive = await halfDeleted();
    const first = new ProcessRunner(drive.catalog, quiet, {
      parallel: 1,
      retryMs: 1,
      pause: async () => undefined,
    });
    beforeEachChunk(drive, (chunk) => void (chunk === 2 && void first.stop()));
    first.wake(drive.account.drive);
    await first.idle();
    expect(await count(drive)).toBe(101);
    const second = new ProcessRunner(drive.catalog, quiet, {
      parallel: 1,
      retryMs: 1,
      pause: async () => undefined,
    });
    await second.resume();
    await second.idle();
    expect(await count(drive)).toBe(0);
  });

  it('that another replica has begun is taken up only when that one does not go on', async () => {
    const drive = await halfDeleted();
    const options = { parallel: 1, retryMs: 1, pause: async () => undefined };
    const dying = new ProcessRunner(drive.catalog, quiet, options);
    const other = new ProcessRunner(drive.catalog, quiet, options);
    await other.takeUpStalled();
    beforeEachChunk(drive, (chunk) => void (chunk === 1 && void dying.stop()));
    dying.wake(drive.account.drive);
    await dying.idle();
    const left = await count(drive);
    expect(left).toBeGreaterThan(0);
    await other.takeUpStalled();
    await other.idle();
    expect(await count(drive)).toBe(left);
    await other.takeUpStalled();
    await other.idle();
    expect(await count(drive)).toBe(0);
  });

  it.each([
    [7, 11],
    [50, 3],
    [3, 200],
  ])(
    'that two replicas carry on at once, by %i and by %i, purges everything once, folders last',
    async (...sizes) => {
      const drive = testDrive();
      await drive.given(
        aFolder('a'),
        ...manyFiles('a', 90),
        aFolder('b', 'a'),
        ...manyFiles('b', 110),
        aFolder('c', 'b'),
        ...manyFiles('c', 60),
        ...manyFiles('root', 3),
      );
      const before = await drive.catalog.store.version(drive.account.drive);
      await remove(drive, ['a']);
      const runners = sizes.map(
        (size) =>
          new ProcessRunner(drive.catalog, quiet, {
            parallel: 1,
            retryMs: 1,
            pause: async () => undefined,
            pace: () => ({ next: () => size, took: () => undefined }),
          }),
      );
      for (const runner of runners) runner.wake(drive.account.drive);
      await Promise.all(runners.map((runner) => runner.idle()));
      const gone = (await drive.events(before)).flatMap((event) =>
        event.type === 'catalog.elements.purged' ? event.removed : [],
      );
      expect([gone.length, new Set(gone).size]).toEqual([263, 263]);
      expect(gone.filter((id) => ['a', 'b', 'c'].includes(id))).toEqual(['c', 'b', 'a']);
      expect(await count(drive)).toBe(3);
      expect(await checkDrive(drive.catalog, drive.account.drive)).toEqual([]);
    },
  );

  it('is tried again with growing pauses while the database is away', async () => {
    const drive = await halfDeleted();
    const pauses: number[] = [];
    beforeEachChunk(drive, (chunk) => {
      if (chunk === 2 || chunk === 3) throw new DomainError('drive.busy');
    });
    const runner = new ProcessRunner(drive.catalog, quiet, {
      parallel: 1,
      retryMs: 10,
      pause: async (ms) => void pauses.push(ms),
    });
    runner.wake(drive.account.drive);
    await runner.idle();
    expect([await count(drive), pauses]).toEqual([0, [20, 40]]);
  });

  it('ends when the account is being deleted', async () => {
    const drive = await halfDeleted();
    beforeEachChunk(drive, () => {
      throw new DomainError('drive.closed');
    });
    const runner = new ProcessRunner(drive.catalog, quiet, {
      parallel: 1,
      retryMs: 10,
      pause: async () => expect.unreachable(),
    });
    runner.wake(drive.account.drive);
    await runner.idle();
    expect(await count(drive)).toBe(501);
  });
});
