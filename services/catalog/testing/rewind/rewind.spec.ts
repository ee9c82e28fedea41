import type { OpId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { cancelProcess } from '#src/application/commands/cancel-process.js';
import { undoOperations } from '#src/application/commands/undo-operations.js';
import { checkDrive } from '#src/application/reads/check-drive.js';
import { continueRewind } from '#src/application/rewind/continue-rewind.js';
import { rewindFolder } from '#src/application/rewind/rewind-folder.js';
import type { RewindProcess } from '#src/domain/long-process.js';
import { carryProcesses } from '../carry-processes.js';
import { testDrive } from '../catalog-subject.js';
import { aFolder, manyFiles } from '../facts.js';
import type { Bent } from '../model/client.js';
import { paste } from '../shelf-commands.js';
import { memoryDoor } from '../shelf-walk/doors.js';
import {
  idsNow,
  listAllThen,
  listNow,
  recordHistory,
  restoredOf,
  shownOf,
  someFolder,
} from './recorded-moments.js';

const histories = Number(process.env['REWIND_HISTORIES'] ?? 20);
const first = Number(process.env['REWIND_SEED'] ?? 1);
const bents: readonly Bent[] = ['mixed', 'large', 'tight', 'mixed', 'deep'];
const days = 24 * 3600_000;

it(
  `shows each of 20 moments of ${histories} histories as it was, puts it back, and undoes that`,
  async () => {
    for (let seed = first; seed < first + histories; seed += 1) await prove(seed);
  },
  20_000 * histories,
);

async function prove(seed: number): Promise<void> {
  const hasTrash = seed % 4 !== 0;
  const drive = testDrive({ trashDays: hasTrash ? 30 : 0 });
  const { catalog, account, clock } = drive;
  const door = memoryDoor(catalog, account, () => clock.advance(1));
  const bent = bents[seed % bents.length] ?? 'mixed';
  const history = await recordHistory(door, { seed, steps: 120, moments: 20, bent, hasTrash });
  // Names that uploads have kept are free by then.
  clock.advance(8 * days);
  const { shelf, recorded, chance } = history;
  for (const moment of recorded)
    requireSame(
      await listAllThen(door, moment.version),
      shownOf(shelf, moment),
      `seed ${seed}, version ${moment.version}`,
    );
  for (const moment of chance.some(recorded, 3)) {
    const { id, path } = someFolder(history, moment);
    const at = `seed ${seed}, ${path} (${id}) at version ${moment.version}`;
    clock.advance(1_000);
    const before = await idsNow(door);
    const opId = drive.opId();
    const { process } = await rewindFolder(catalog, account, opId, { folder: id, version: moment.version });
    expect(process, at).toBeNull();
    requireSame(await listNow(door, id), restoredOf(shelf, moment, path), at);
    expect(await checkDrive(catalog, account.drive), at).toEqual([]);
    if ((await catalog.store.eventsOf(account.drive, [opId])).length === 0) continue;
    clock.advance(1_000);
    await undoOperations(catalog, account, `undo:${opId}` as OpId, [opId]);
    requireSame(await idsNow(door), before, `undo of ${at}`);
  }
}

it('goes on in the background when there is much to do, and can be cancelled in the middle', async () => {
  const drive = testDrive({ trashDays: 30 });
  const { catalog, account, opId } = drive;
  const door = memoryDoor(catalog, account, () => undefined);
  await drive.given(aFolder('a'), aFolder('b'), aFolder('c'), ...manyFiles('a', 800));
  const version = await catalog.store.version(account.drive);
  const then = await listNow(door, 'root');
  for (let at = 0; at < 800; at += 100)
    await paste(drive, 'cut', 'b', ...Array.from({ length: 100 }, (_, index) => `a-${at + index}`));
  await drive.given(...manyFiles('c', 1500));
  const now = await idsNow(door);
  const begin = () => rewindFolder(catalog, account, opId(), { folder: 'root', version });
  const inOrder = async () => expect(await checkDrive(catalog, account.drive)).toEqual([]);

  const { process: cancelled } = await begin();
  const reader = await catalog.store.reader(account.drive);
  const halfway = await reader.side<RewindProcess>('processes').get(cancelled ?? '');
  if (!halfway) throw new Error('it did not go on in the background');
  let chunks = 0;
  const pace = { next: () => 200, took: () => undefined };
  const stopping = {
    get aborted() {
      return (chunks += 1) > 6;
    },
  } as AbortSignal;
  await continueRewind(catalog, account.drive, halfway, pace, stopping);
  expect(await idsNow(door)).not.toEqual(now);
  await inOrder();
  await cancelProcess(catalog, account, opId(), halfway.id);
  await inOrder();
  await carryProcesses(drive, account.drive);
  requireSame(await idsNow(door), now, 'after it was cancelled');

  expect((await begin()).process).not.toBeNull();
  await carryProcesses(drive, account.drive);
  requireSame(await listNow(door, 'root'), then, 'after it was carried out');
  await inOrder();
});

function requireSame(found: readonly string[], expected: readonly string[], what: string): void {
  const missing = expected.filter((line) => !found.includes(line));
  const extra = found.filter((line) => !expected.includes(line));
  if (missing.length + extra.length > 0 || found.length !== expected.length)
    throw new Error(
      `${what}\nmissing ${missing.slice(0, 5).join('\n')}\nextra ${extra.slice(0, 5).join('\n')}`,
    );
}
