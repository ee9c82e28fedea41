import type { ElementId, ElementClass } from '@skyshelf/contracts';
import {
  siblingKey,
  FreeNames,
  type NamedElement,
  nameAt,
  type UploadConflict,
} from '../../domain/free-names.js';
import { reservesName, type Reservation } from '../../domain/drive-room.js';
import type { Reader, Folder } from './read-folder.js';
import { readReplaced } from './read-replaced.js';
import { type PlannedUpload, asItem, type StartUploadSlice } from '../../domain/start-upload.js';

/** Format: `<parent> <class> <name>`. */
export async function readTakenNames(
  reader: Reader,
  parents: readonly ElementId[],
  names: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const wanted = { in: [...new Set(names)] };
  const folders = { in: [...new Set(parents)] };
  const rows = await reader.find({ parentId: folders, class: { in: ['folder', 'item'] }, nameKey: wanted });
  const taken = new Set(rows.map((row) => `${row.parentId} ${siblingKey(row)}`));
  if (reader.state().reserved === 0) return taken;
  const kept = await reader.side<Reservation>('reservations').find({ folderId: folders, nameKey: wanted });
  for (const each of kept.filter((one) => reservesName([one], now)))
    taken.add(`${each.folderId} ${siblingKey({ class: 'item', nameKey: each.nameKey })}`);
  return taken;
}

export interface SiblingName {
  class: ElementClass;
  nameKey: string;
}

const siblingsAtOnce = 4000;
/** Looked at first, doubled each time. */
const firstAhead = 8;

/**
 * Enough numbers for `FreeNames`, in few reads.
 * @param taken includes each element's own name; results are added
 * @param within as for `FreeNames.take`
 * @param from as for `FreeNames`: that number is looked up too
 */
export async function readNumbers<E extends NamedElement>(
  elements: readonly E[],
  taken: Set<string>,
  lookUp: (siblings: readonly SiblingName[]) => Promise<ReadonlySet<string>>,
  within: (element: E) => string = () => '',
  from?: ReadonlyMap<string, number>,
): Promise<void> {
  const known = new Set<string>();
  for (let ahead = firstAhead; ; ahead *= 2) {
    const unknown = new Map<string, SiblingName>();
    const names = new FreeNames(taken, 'number', from);
    const given = elements.map((element) => ({ element, free: names.take(element, within(element)) }));
    for (const { element, free } of given)
      if (free && free.number > 1) note(unknown, known, { ...element, ...free }, within(element));
    if (unknown.size === 0) return;
    for (const { element, free } of given) {
      if (!free || !unknown.has(keyOf({ ...element, ...free }, within(element)))) continue;
      for (let step = 1; step < ahead && unknown.size < siblingsAtOnce; step += 1) {
        const further = nameAt(element.name, free.number + step, element.extension !== null);
        note(unknown, known, { ...element, ...further }, within(element));
      }
    }
    for (const key of unknown.keys()) known.add(key);
    for (const place of await lookUp([...unknown.values()])) taken.add(place);
  }
}

const keyOf = (sibling: SiblingName, within: string): string => within + siblingKey(sibling);

function note(
  unknown: Map<string, SiblingName>,
  known: ReadonlySet<string>,
  sibling: SiblingName,
  within: string,
): void {
  const key = keyOf(sibling, within);
  if (!known.has(key)) unknown.set(key, { class: sibling.class, nameKey: sibling.nameKey });
}

type NamedUpload = Pick<PlannedUpload, 'uploadId' | 'name' | 'nameKey'> &
  Partial<Pick<PlannedUpload, 'refusal' | 'replaces'>>;

interface UploadsAskedFor {
  files: readonly NamedUpload[];
  conflict: UploadConflict;
  now: Date;
}

export async function readStartUpload(
  reader: Reader,
  place: Folder,
  { files, conflict, now }: UploadsAskedFor,
): Promise<StartUploadSlice> {
  const room = reader.state();
  if (!place.chain) return { place, taken: new Set(), kept: [], conflict, replaced: new Map(), room };
  const own = new Set(files.map(({ uploadId }) => uploadId));
  const kept = room.reserved === 0 ? [] : await readKept(reader, [...own], now);
  const lookUp = (siblings: readonly SiblingName[]) => readOthers(reader, place, { siblings, own, now });
  const items = files.map((file) => ({ ...file, ...asItem(file) }));
  const taken = await lookUp(items);
  for (const { nameKey } of kept) taken.add(siblingKey({ class: 'item', nameKey }));
  const goesOn = new Set(kept.map(({ id }) => id));
  const coming = items.filter(({ uploadId, refusal }) => !refusal && !goesOn.has(uploadId));
  if (conflict === 'number') await readNumbers(coming, taken, lookUp);
  const replaced = await readReplaced(reader, place, items, conflict);
  return { place, taken, kept, conflict, replaced, room };
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
    if (!own.has(each.id) && reservesName([each], now))
      taken.add(siblingKey({ class: 'item', nameKey: each.nameKey }));
  return taken;
}
