import { DomainError, limits } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { driveIn, testDrive, type TestDrive } from '../../../testing/catalog-subject.js';
import { startUpload } from '../commands/start-upload.js';
import { ReservationSweep } from './reservation-sweep.js';

const keep = ({ catalog, account, opId }: TestDrive) =>
  startUpload(catalog, account, opId(), {
    address: { url: '/' },
    files: [{ name: 'film.mp4', size: 9_000_000, type: 'video/mp4', source: 'device' }],
  });
const reserved = async ({ catalog, account }: TestDrive) =>
  (await catalog.store.state(account.drive)).reserved;

it('gives room back on every drive whose uploads ran out, also when one drive makes trouble', async () => {
  const alice = testDrive();
  const others = ['bob', 'closed', 'broken'].map((name) =>
    driveIn(alice.catalog.store, { ...alice.catalog, clock: alice.clock }, name as never),
  );
  for (const drive of [alice, ...others]) await keep(drive);
  const errors: unknown[] = [];
  const sweep = new ReservationSweep(
    alice.catalog,
    { error: (...said: unknown[]) => void errors.push(said) },
    60_000,
  );
  await sweep.sweep();
  expect(await reserved(alice)).toBe(9_000_000);

  alice.clock.advance(limits.uploadMs + 2 * 3600_000);
  const { withDrive } = alice.catalog.store;
  alice.catalog.store.withDrive = (drive, ...rest) => {
    if (drive === ('closed' as never)) throw new DomainError('drive.closed');
    if (drive === ('broken' as never)) throw new Error('disk');
    return withDrive.call(alice.catalog.store, drive, ...rest) as never;
  };
  await sweep.sweep();
  expect(await Promise.all([alice, ...others].map(reserved))).toEqual([0, 0, 9_000_000, 9_000_000]);
  expect(errors).toMatchObject([
    [{ drive: 'broken' }, 'Expired reservations of a drive could not be released.'],
  ]);
});

it('rounds follow one another, and stop', async () => {
  const drive = testDrive();
  await keep(drive);
  drive.clock.advance(limits.uploadMs + 2 * 3600_000);
  const sweep = new ReservationSweep(drive.catalog, { error: () => undefined }, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  const { withDrive } = drive.catalog.store;
  drive.catalog.store.withDrive = async (...command) => {
    const answer = await withDrive.apply(drive.catalog.store, command as never);
    resolve();
    return answer as never;
  };
  sweep.start();
  await promise;
  await sweep.stop();
  expect(await reserved(drive)).toBe(0);
});
