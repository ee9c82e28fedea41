import { limits, type DriveId, type ElementId } from '@skyshelf/contracts';
import { deepens } from '../../domain/deepens.js';
import type { Catalog } from '../catalog.js';

const foldersAtOnce = 200;
/** After more events recounting is as quick. */
const mostEvents = 500;

/** At some version of the drive or later. */
export interface MeasuredLevels {
  levels: number;
  version: number;
}

/**
 * Outside any transaction, however many folders.
 * @throws the signal's reason
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
 * Nothing since could have deepened a tree. For use inside a command, where no event can come between; unseen
 * ones of the same transaction count as if they could.
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
