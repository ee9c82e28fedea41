import type { ElementId } from '@skyshelf/contracts';
import { placeKey } from '../../domain/free-names.js';
import { keepsName, type Reservation } from '../../domain/reservation.js';
import type { Reader } from './read-folder.js';

/** As `<parent> <class> <name>`. */
export async function readTakenNames(
  reader: Reader,
  parents: readonly ElementId[],
  names: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const wanted = { in: [...new Set(names)] };
  const folders = { in: [...new Set(parents)] };
  const rows = await reader.find({ parentId: folders, class: { in: ['folder', 'item'] }, nameKey: wanted });
  const taken = new Set(rows.map((row) => `${row.parentId} ${placeKey(row)}`));
  if (reader.state().reserved === 0) return taken;
  const kept = await reader.side<Reservation>('reservations').find({ folderId: folders, nameKey: wanted });
  for (const each of kept.filter((one) => keepsName([one], now)))
    taken.add(`${each.folderId} ${placeKey({ class: 'item', nameKey: each.nameKey })}`);
  return taken;
}
