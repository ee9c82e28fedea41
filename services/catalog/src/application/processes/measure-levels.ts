import { limits, type DriveId, type ElementId } from '@skyshelf/contracts';
import { deepens } from '../../domain/deepens.js';
import type { Catalog } from '../catalog.js';

const foldersAtOnce = 200;
/** After more events than these counting again is as quick. */
const mostEvents = 500;

/** How deep the folders below some others go, as it was at some version of the drive or later. */
export interface MeasuredLevels {
  levels: number;
  version: number;
}

/**
 * Counts levels of folders outside of any transaction, however many folders there are.
 * @throws the signal's reason when it is told to stop
 */
export async function measureLevels(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  folders: readonly ElementId[],
  stopping?: AbortSignal,
): Promise<MeasuredLevels> {
  const version = await store.version(drive);
  const reader = await store.reader(drive);
  let level = [...folders];
  for (let levels = 0; ; levels += 1) {
    const next: ElementId[] = [];
    for (let start = 0; start < level.length; start += foldersAtOnce) {
      stopping?.throwIfAborted();
      const parentId = { in: level.slice(start, start + foldersAtOnce) };
      const found = await reader.find({ parentId, class: 'folder' }, { order: 'any' });
      next.push(...found.map(({ id }) => id));
    }
    if (next.length === 0 || levels >= limits.maxDepth) return { levels, version };
    level = next;
  }
}

/**
 * What was measured still holds at a later version: nothing has come since that could make a tree deeper. For use inside a command, where no event can come in between;
 * those of commands in the same transaction are not to be had yet, and count as if they could.
 */
export async function stillHolds(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  { version }: MeasuredLevels,
  now: number,
): Promise<boolean> {
  if (now - version > mostEvents) return false;
  const since = await store.events(drive, version, mostEvents);
  return since.length === now - version && !since.some(({ data }) => deepens(data));
}
