import { DomainError, limits } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { driveIn, testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../../testing/facts.js';
import { remove } from '../../../testing/shelf-commands.js';
import { deleteElements } from '../commands/delete-elements.js';
import { startUpload } from '../commands/start-upload.js';
import { enterProcesses, releaseReservations } from './sweep-drives.js';

const keep = ({ catalog, account, opId }: TestDrive) =>
  startUpload(catalog, account, opId(), {
    address: { url: '/' },
    files: [{ name: 'film.mp4', size: 9_000_000, type: 'video/mp4', source: 'device' }],
  });
const reserved = async ({ catalog, account }: TestDrive) =>
  (await catalog.store.state(account.drive)).reserved;
const goesOn = new AbortController().signal;

it('gives room back on every drive whose uploads ran out, also when one drive makes trouble', async () => {
  const alice = testDrive();
  const others = ['bob', 'closed', 'broken'].map((name) =>
    driveIn(alice.catalog.store, { ...alice.catalog, clock: alice.clock }, name as never),
  );
  for (const drive of [alice, ...others]) await keep(drive);
  const errors: unknown[] = [];
  const logger = { error: (...said: unknown[]) => void errors.push(said) };
  const sweep = { catalog: alice.catalog, enqueue: () => expect.unreachable(), logger };
  await releaseReservations(sweep, goesOn);
  expect(await reserved(alice)).toBe(9_000_000);

  alice.clock.advance(limits.uploadMs + 2 * 3600_000);
  const { withDrive } = alice.catalog.store;
  alice.catalog.store.withDrive = (drive, ...rest) => {
    if (drive === ('closed' as never)) throw new DomainError('drive.closed');
    if (drive === ('broken' as never)) throw new Error('disk');
    return withDrive.call(alice.catalog.store, drive, ...rest) as never;
  };
  await releaseReservations(sweep, goesOn);
  expect(await Promise.all([alice, ...others].map(reserved))).toEqual([0, 0, 9_000_000, 9_000_000]);
  expect(errors).toMatchObject([[{ drive: 'broken' }, 'A drive could not be swept.']]);
});

it('a long command that lay in the database before there were jobs gets its job, once its hold is over; no closed drive keeps it from that', async () => {
  const { jobs, ...drive } = testDrive();
  await drive.given(aFolder('a'), ...manyFiles('a', 500), aFolder('held'));
  await remove(drive as TestDrive, ['a']);
  await deleteElements(drive.catalog, drive.account, drive.opId(), ['held'], { holdSeconds: 60 });
  const keys = async () => (await jobs.ofDrive(drive.account.drive, 9)).waiting.map(({ _id }) => _id);
  const [running, held] = await keys();
  await jobs.forget(drive.account.drive);
  const sweep = {
    catalog: drive.catalog,
    enqueue: jobs.enqueue,
    logger: { error: () => expect.unreachable() },
  };
  const { store } = drive.catalog;
  const { reader, drivesWith } = store;
  store.drivesWith = async function* (...asked) {
    yield 'closed' as never;
    yield* drivesWith.call(store, ...asked);
  };
  store.reader = async (asked) => {
    if (asked === ('closed' as never)) throw new DomainError('drive.closed');
    return reader.call(store, asked);
  };
  await enterProcesses(sweep, goesOn);
  expect(await keys()).toEqual([running]);
  drive.clock.advance(60_000);
  await enterProcesses(sweep, goesOn);
  expect(await keys()).toEqual([running, held]);
});
