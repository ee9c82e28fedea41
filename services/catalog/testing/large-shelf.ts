import type { CatalogEvent } from '@skyshelf/contracts';
import type { DriveState } from '@skyshelf/event-store';
import assert from 'node:assert/strict';
import { copyChunk } from '#src/application/commands/copy-in-chunks.js';
import { planCopy } from '#src/application/processes/continue-copy.js';
import { checkDrive } from '#src/application/reads/check-drive.js';
import type { CatalogRow } from '#src/domain/catalog-row.js';
import type { DriveRoom } from '#src/domain/drive-room.js';
import type { CopyProcess } from '#src/domain/long-process.js';
import { testDrive, type TestDrive } from './catalog-subject.js';
import { aFolder, aLink, manyFiles } from './facts.js';
import { carryProcesses } from './carry-processes.js';
import { standing } from './shelf-commands.js';

/** Creates `a` with 700 elements on several levels, and `to`. */
export const large = async (...more: CatalogEvent[]) => {
  const drive = testDrive();
  await drive.given(
    aFolder('to'),
    aFolder('a'),
    ...manyFiles('a', 300),
    aFolder('b', 'a'),
    ...manyFiles('b', 350),
    aFolder('c', 'b'),
    ...manyFiles('c', 47),
    aLink('l', 'c'),
    ...more,
  );
  return drive;
};
/** Carries through what is under way. */
export const run = (drive: TestDrive) => carryProcesses(drive, drive.account.drive);
/** The copy under way. */
export const processOf = async ({ catalog, account }: TestDrive) => {
  const reader = await catalog.store.reader(account.drive);
  const [process] = await reader.side<CopyProcess>('processes').find({ kind: 'copy' });
  if (!process) throw new Error('nothing is being copied');
  return process;
};
/** Runs so many chunks of the copy under way. */
export const carry = async (drive: TestDrive, chunks: number) => {
  const { catalog, account } = drive;
  const process = await processOf(drive);
  let left = chunks;
  for await (const portion of planCopy(catalog, account.drive, process)) {
    if (left === 0) return;
    left -= 1;
    await copyChunk(catalog, account.drive, process.id, portion);
  }
};
/** Lists the paths below a folder. */
export const below = async (drive: TestDrive, path: string) =>
  (await standing(drive))
    .filter((each) => each.path.startsWith(path) && each.path !== path)
    .map((each) => each.path.slice(path.length))
    .toSorted();
export const inOrder = async ({ catalog, account }: TestDrive) =>
  assert.deepEqual(await checkDrive(catalog, account.drive), []);
export const stateOf = ({ catalog, account }: TestDrive): Promise<DriveState<DriveRoom>> =>
  catalog.store.state(account.drive);
/** All that there is: what stands where with every field but its version, and what it takes. */
export const picture = async (drive: TestDrive) => {
  const { used, count, byKind, reserved } = await stateOf(drive);
  const elements = (await standing(drive)).map(
    ({ path, row: { rev: _, ...row } }): { path: string; row: Omit<CatalogRow, 'rev'> } => ({ path, row }),
  );
  return { used, count, byKind, reserved, elements: elements.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
};
