import { DomainError, type DriveId } from '@skyshelf/contracts';
import { daysMs } from '../../domain/trash.js';
import type { Catalog } from '../catalog.js';
import { readTrashDays } from '../trash/trash-settings.js';

/** It is given by a version of the drive, or by a time. */
export interface Moment {
  version?: number | undefined;
  at?: string | undefined;
}

/** Places, names and earlier contents can be shown without a trash, too. */
const DAYS_WITHOUT_TRASH = 30;

/** Answers for how many days one can look back. */
export async function daysBack({ store, settings }: Catalog, drive: DriveId): Promise<number> {
  const days = await readTrashDays(await store.reader(drive), settings);
  return Math.max(days, settings.trashDays) || DAYS_WITHOUT_TRASH;
}

/** @throws DomainError `input.invalid`: there is no such version; `rewind.too-far`: it is too long ago */
export async function requireMoment(
  catalog: Catalog,
  drive: DriveId,
  { version, at }: Moment,
): Promise<number> {
  const newest = await catalog.store.version(drive);
  const wanted = version ?? (await versionAtTime(catalog, drive, new Date(at ?? ''), newest));
  if (wanted > newest) throw new DomainError('input.invalid', { field: 'version' });
  const since = new Date(catalog.clock.now().getTime() - daysMs(await daysBack(catalog, drive)));
  // A moment lasts until the next event.
  const until = wanted === newest ? null : await timeOf(catalog, drive, wanted + 1);
  if (until && until < since)
    throw new DomainError('rewind.too-far', { field: version === undefined ? 'at' : 'version' });
  return wanted;
}

async function timeOf({ store }: Catalog, drive: DriveId, version: number): Promise<Date | null> {
  const [event] = await store.events(drive, version - 1, 1);
  return event?.at ?? null;
}

/** The last version of that time. */
async function versionAtTime(catalog: Catalog, drive: DriveId, time: Date, newest: number): Promise<number> {
  let from = 0;
  let to = newest;
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const at = await timeOf(catalog, drive, middle);
    if (at && at <= time) from = middle;
    else to = middle - 1;
  }
  return from;
}
