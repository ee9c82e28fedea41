import { siblingKey, type NameConflict } from '../../domain/free-names.js';
import type { PlannedUpload } from '../../domain/planned-upload.js';
import { keepsName, type Reservation } from '../../domain/drive-room.js';
import { asItem, type StartUploadSlice } from '../../domain/start-upload.js';
import type { Folder, Reader } from './read-folder.js';
import { readNumbers, type SiblingName } from './read-taken-names.js';

type NamedUpload = Pick<PlannedUpload, 'uploadId' | 'name' | 'nameKey'> &
  Partial<Pick<PlannedUpload, 'refusal'>>;

export interface UploadsAskedFor {
  files: readonly NamedUpload[];
  conflict: NameConflict;
  now: Date;
}

export async function readStartUpload(
  reader: Reader,
  place: Folder,
  { files, conflict, now }: UploadsAskedFor,
): Promise<StartUploadSlice> {
  const room = reader.state();
  if (!place.chain) return { place, taken: new Set(), kept: [], conflict, room };
  const own = new Set(files.map(({ uploadId }) => uploadId));
  const kept = room.reserved === 0 ? [] : await readKept(reader, [...own], now);
  const lookUp = (siblings: readonly SiblingName[]) => readOthers(reader, place, { siblings, own, now });
  const items = files.map((file) => ({ ...file, ...asItem(file) }));
  const taken = await lookUp(items);
  for (const { nameKey } of kept) taken.add(siblingKey({ class: 'item', nameKey }));
  const goesOn = new Set(kept.map(({ id }) => id));
  const coming = items.filter(({ uploadId, refusal }) => !refusal && !goesOn.has(uploadId));
  if (conflict === 'number') await readNumbers(coming, taken, lookUp);
  return { place, taken, kept, conflict, room };
}

async function readKept(reader: Reader, ids: Reservation['id'][], now: Date): Promise<Reservation[]> {
  const kept = await reader.side<Reservation>('reservations').find({ id: { in: ids } });
  return kept.filter(({ expires }) => expires > now);
}

async function readOthers(
  reader: Reader,
  { folderId }: Folder,
  { siblings, own, now }: { siblings: readonly SiblingName[]; own: ReadonlySet<string>; now: Date },
): Promise<Set<string>> {
  const nameKey = { in: [...new Set(siblings.map((each) => each.nameKey))] };
  const rows = await reader.find({ parentId: folderId, class: 'item', nameKey });
  const taken = new Set(rows.map(siblingKey));
  if (reader.state().reserved === 0) return taken;
  const reservations = await reader.side<Reservation>('reservations').find({ folderId, nameKey });
  for (const each of reservations)
    if (!own.has(each.id) && keepsName([each], now))
      taken.add(siblingKey({ class: 'item', nameKey: each.nameKey }));
  return taken;
}
