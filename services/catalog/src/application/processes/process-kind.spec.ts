import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@skyshelf/contracts';
import { JobRunner, type Job, type JobContext } from '@skyshelf/jobs';
import { createLogger } from '@skyshelf/telemetry';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../../testing/facts.js';
import { remove } from '../../../testing/shelf-commands.js';
import { deleteElements } from '../commands/delete-elements.js';
import { checkDrive } from '../reads/check-drive.js';
import { fullChunks, type ChunkPace } from './chunk-pace.js';
import { processKind } from './process-kind.js';

const count = async ({ catalog, account }: TestDrive) => (await catalog.store.state(account.drive)).count;
const kindOf = ({ catalog }: TestDrive, pace: ChunkPace = fullChunks) =>
  processKind(
    () => catalog,
    1,
    () => pace,
  );
const context = { signal: new AbortController().signal } as JobContext;
/** The job that the last command has entered. */
const jobOf = async ({ jobs, account }: TestDrive): Promise<Job> =>
  (await jobs.ofDrive(account.drive, 1)).waiting[0] ?? expect.unreachable();

async function halfDeleted() {
  const drive = testDrive();
  await drive.given(aFolder('a'), ...manyFiles('a', 500));
  await remove(drive, ['a']);
  return drive;
}

const runnerOf = (drive: TestDrive) =>
  new JobRunner({
    queue: drive.jobs,
    kinds: [kindOf(drive)],
    leaseMs: 60_000,
    pollMs: 5,
    graceMs: 0,
    isOutage: () => false,
    logger: createLogger({ service: 'catalog', level: 'fatal' }),
  });

/** Lets something happen instead of, or before, each chunk. */
function beforeEachChunk({ catalog }: TestDrive, happens: (chunk: number) => unknown) {
  const { withDrive } = catalog.store;
  let chunk = 0;
  catalog.store.withDrive = async (...command) => {
    if (command[2].name === 'purge-elements') await happens((chunk += 1));
    return (await withDrive.apply(catalog.store, command as never)) as never;
  };
}

describe('a large deletion', () => {
  it('that a stop breaks off is carried through by the next process', async () => {
    const drive = await halfDeleted();
    const first = runnerOf(drive);
    const stopped = Promise.withResolvers<void>();
    beforeEachChunk(drive, async (chunk) => {
      if (chunk !== 2) return;
      stopped.resolve(first.stop());
      // The stop breaks off what goes on after its grace, which is a timer's turn.
      await pause(20);
    });
    await first.start();
    await stopped.promise;
    expect(await count(drive)).toBe(101);
    const second = runnerOf(drive);
    await second.start();
    await eventually(async () => (await drive.jobs.ofDrive(drive.account.drive, 1)).open === 0);
    await second.stop();
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
      const job = await jobOf(drive);
      const carry = async (size: number) => {
        const kind = kindOf(drive, { next: () => size, took: () => undefined });
        while (await kind.run(job, context));
      };
      await Promise.all(sizes.map(carry));
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
    beforeEachChunk(drive, (chunk) => {
      if (chunk === 2) throw new DomainError('drive.busy');
    });
    const kind = kindOf(drive);
    const job = await jobOf(drive);
    await expect(kind.run(job, context)).rejects.toThrow(DomainError);
    expect([1, 2, 99].map((tries) => kind.pauseMs?.(tries))).toEqual([500, 1000, 30_000]);
    await kind.run(job, context);
    expect(await count(drive)).toBe(0);
  });

  it('ends when the account is being deleted', async () => {
    const drive = await halfDeleted();
    beforeEachChunk(drive, () => {
      throw new DomainError('drive.closed');
    });
    expect(await kindOf(drive).run(await jobOf(drive), context)).toBeUndefined();
    expect(await count(drive)).toBe(501);
  });

  it('that can be undone waits for the end of its hold', async () => {
    const drive = testDrive();
    await drive.given(aFolder('a'), ...manyFiles('a', 3));
    await deleteElements(drive.catalog, drive.account, drive.opId(), ['a'], { holdSeconds: 60 });
    const job = await jobOf(drive);
    expect(job.due.getTime() - drive.clock.now().getTime()).toBe(60_000);
    drive.clock.advance(59_000);
    expect(await kindOf(drive).run(job, context)).toEqual({ state: 'again', afterMs: 1000 });
    drive.clock.advance(1000);
    await kindOf(drive).run(job, context);
    expect(await count(drive)).toBe(0);
  });
});
