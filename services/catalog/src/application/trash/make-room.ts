import { limits, type DriveId } from '@skyshelf/contracts';
import { missingFor, type Growth } from '../../domain/drive-room.js';
import type { Catalog, CatalogSurvey } from '../catalog.js';
import { portionsOfTrash, purgeTrashPortion } from './purge-portions.js';
import { dropForRoom } from './thin-versions.js';
import { measureTrash, trashItems } from './trash-rows.js';

/** The sum of all that was deleted forever so that a command found room. */
export interface GivenWay {
  bytes: number;
  /** It counts versions and elements of the trash. */
  count: number;
}

const nothing: GivenWay = { bytes: 0, count: 0 };
const isNothing = ({ bytes, count }: Growth): boolean => bytes === 0 && count === 0;

/**
 * Deletes forever the oldest versions of files, then what was deleted first, then versions that have a name: as much as
 * is missing and at most one file more. Nothing when all of it would not be enough.
 * @returns null when there is not enough
 */
export async function makeRoom(catalog: Catalog, drive: DriveId, growth: Growth): Promise<GivenWay | null> {
  const survey = await catalog.store.reader(drive);
  const missing = missingFor(survey.state(), growth);
  if (isNothing(missing)) return nothing;
  if (!(await couldGiveWay(catalog, drive, survey, missing))) return null;
  const given = { ...nothing };
  const dropOldest = async (which: 'unnamed' | 'named'): Promise<boolean> => {
    const { bytes, count, isEnough } = await dropForRoom(catalog, drive, growth, which);
    given.bytes += bytes;
    given.count += count;
    return isEnough;
  };
  if (survey.state().history > 0 && (await dropOldest('unnamed'))) return given;
  const process = catalog.ids.next();
  // A portion ends with the element that makes it enough.
  const most = (bytes: number) =>
    bytes >= missing.bytes - given.bytes && missing.count <= given.count
      ? null
      : limits.maxElementsPerTransaction;
  for await (const { ids } of portionsOfTrash(catalog, drive, trashItems(survey), most)) {
    const { removed, bytes } = await purgeTrashPortion(catalog, drive, process, ids, growth);
    given.bytes += bytes;
    given.count += removed.length;
    const left = missingFor(await catalog.store.state(drive), growth);
    if (isNothing(left)) return given;
  }
  if (survey.state().history > 0) await dropOldest('named');
  return given;
}

/** Looks at what is not counted yet only as far as needed. */
async function couldGiveWay(
  catalog: Catalog,
  drive: DriveId,
  survey: CatalogSurvey,
  missing: Growth,
): Promise<boolean> {
  const { kept, keptCount } = survey.state();
  let [bytes, count] = [missing.bytes - kept, missing.count - keptCount];
  if (bytes <= 0 && count <= 0) return true;
  for await (const items of trashItems(survey))
    for (const item of items) {
      if (item.kept) continue;
      const sum = await measureTrash(
        catalog,
        drive,
        item,
        (found) => found.bytes >= bytes && found.count >= count,
      );
      bytes -= sum.bytes;
      count -= sum.count;
      if (bytes <= 0 && count <= 0) return true;
    }
  return false;
}
