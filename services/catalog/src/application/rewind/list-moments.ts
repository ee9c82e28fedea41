import {
  isLimbo,
  limits,
  ROOT_ID,
  type CatalogEvent,
  type ElementId,
  type MomentView,
} from '@skyshelf/contracts';
import type { StoredEvent } from '@skyshelf/event-store';
import { happening, type Happening } from '../../domain/rewind/happenings.js';
import { daysMs } from '../../domain/trash.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { SYSTEM, type Account, type Catalog } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';
import { daysBack } from './moments.js';

export interface MomentsQuestion {
  folder?: string | undefined;
  before?: number | undefined;
  limit: number;
}

interface Moments {
  docs: MomentView[];
  next: number | null;
  version: number;
  days: number;
}

const EVENTS_AT_ONCE = 200;
/** A page about a folder where little happens ends after so many. */
const MOST_EVENTS = 2_000;
/** Changes at shorter intervals belong together; in milliseconds. */
const TOGETHER_MS = 10 * 60_000;
const MOST_NAMES = 3;

/** `device`: null where it is unknown or differs, absent where only the system acted. */
type Entry = Happening & { from: number; version: number; at: Date; first: Date; device?: string | null };

export async function listMoments(
  catalog: Catalog,
  { drive }: Account,
  { folder = ROOT_ID, before, limit }: MomentsQuestion,
): Promise<Moments> {
  const { store, clock } = catalog;
  const version = await store.version(drive);
  const days = await daysBack(catalog, drive);
  const since = new Date(clock.now().getTime() - daysMs(days));
  const reader = await store.reader(drive);
  const entries: Entry[] = [];
  let at = Math.min(before ?? version, version);
  for (const end = at - MOST_EVENTS; at > Math.max(0, end) && entries.length <= limit;) {
    const after = Math.max(0, at - EVENTS_AT_ONCE);
    const events = (await store.events(drive, after, at - after)).toReversed();
    const kept = events.filter((event) => event.at >= since);
    for (const each of await belowFolder(reader, kept, folder as ElementId)) add(entries, each);
    at = kept.length < events.length ? 0 : after;
  }
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const next = entries.length > limit && last ? last.from - 1 : at;
  return { docs: await viewsOf(reader, page), next: next > 0 ? next : null, version, days };
}

/** The events come the latest first. */
function add(entries: Entry[], entry: Entry): void {
  const later = entries.at(-1);
  const belongs =
    later?.kind === entry.kind &&
    (later.process !== undefined
      ? later.process === entry.process
      : entry.groups && later.first.getTime() - entry.at.getTime() < TOGETHER_MS);
  if (!later || !belongs) return void entries.push(entry);
  const { to: _, ...joined } = later;
  entries[entries.length - 1] = {
    ...joined,
    from: entry.from,
    first: entry.first,
    ...deviceOf(later, entry),
    count: later.count + entry.count,
    ids: [...later.ids, ...entry.ids].slice(0, MOST_NAMES),
    names: new Map([...later.names, ...entry.names]),
  };
}

type Event = StoredEvent<CatalogEvent>;

/** The chunks of a large copy are of the device that has begun it. */
const deviceIn = ({ actor, device }: Event): Pick<Entry, 'device'> =>
  actor === SYSTEM ? {} : { device: device ?? null };

function deviceOf(later: Entry, { device }: Entry): Pick<Entry, 'device'> {
  if (device === undefined) return {};
  return { device: later.device === undefined || later.device === device ? device : null };
}

async function belowFolder(reader: Reader, events: readonly Event[], folder: ElementId): Promise<Entry[]> {
  const entries = events.flatMap((event) => {
    const { data, version, at, opId } = event;
    const found = happening(data, opId);
    return found ? [{ ...found, ...deviceIn(event), from: version, version, at, first: at }] : [];
  });
  if (folder === ROOT_ID) return entries;
  const below = await idsBelow(
    reader,
    entries.flatMap(({ ids, places }) => [...ids, ...places]),
    folder,
  );
  return entries.filter(({ ids, places }) => [...ids, ...places].some((id) => below.has(id)));
}

/** It includes those that were deleted below it. */
async function idsBelow(
  reader: Reader,
  ids: readonly ElementId[],
  folder: ElementId,
): Promise<ReadonlySet<ElementId>> {
  const parents = new Map<ElementId, ElementId>();
  let level = [...new Set(ids)];
  for (let depth = 0; level.length > 0 && depth < limits.maxDepth; depth += 1) {
    const wanted = level.filter((id) => !parents.has(id));
    const rows = wanted.length === 0 ? [] : await reader.find({ id: { in: wanted } });
    for (const row of rows) parents.set(row.id, parentIn(row));
    level = [...new Set(rows.map(parentIn))].filter((id) => id !== ROOT_ID && !parents.has(id));
  }
  const isBelow = (id: ElementId): boolean => {
    let at: ElementId | undefined = id;
    for (let depth = 0; at !== undefined && depth <= limits.maxDepth; depth += 1) {
      if (at === folder) return true;
      at = parents.get(at);
    }
    return false;
  };
  return new Set(ids.filter(isBelow));
}

const parentIn = ({ parentId, trash }: CatalogRow): ElementId =>
  isLimbo(parentId) ? (trash?.home ?? parentId) : parentId;

async function viewsOf(reader: Reader, entries: readonly Entry[]): Promise<MomentView[]> {
  const unnamed = entries.flatMap(({ ids, names }) => ids.filter((id) => !names.has(id)));
  const rows = unnamed.length === 0 ? [] : await reader.find({ id: { in: unnamed } });
  const known = new Map(rows.map(({ id, name }) => [id, name]));
  return entries.map(({ from, version, at, kind, count, ids, names, device, to }) => ({
    from,
    version,
    date: at.toISOString(),
    kind,
    count,
    names: ids.slice(0, MOST_NAMES).flatMap((id) => names.get(id) ?? known.get(id) ?? []),
    ...(typeof device === 'string' && { device }),
    ...(to !== undefined && { to }),
  }));
}
