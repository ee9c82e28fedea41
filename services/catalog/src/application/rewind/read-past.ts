import type { CatalogEvent, DriveId, ElementId } from '@skyshelf/contracts';
import { changesOf } from '../../domain/changes.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { Past } from '../../domain/rewind/past.js';
import { contentOf, isFile } from '../../domain/versions.js';
import type { Catalog, CatalogStore } from '../catalog.js';

const EVENTS_AT_ONCE = 200;
const PAGES_AHEAD = 4;
/** A user who looks at a moment asks for it again and again. */
const MOST_KEPT = 20;
/** The sum over all moments; a larger one is read again each time. */
const MOST_ELEMENTS = 200_000;

const kept = new WeakMap<CatalogStore, Map<string, Past>>();

/** Reads all that happened after the version; it is up to date when it was asked for. */
export async function readPast(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  version: number,
): Promise<Past> {
  const pasts = kept.get(store) ?? new Map<string, Past>();
  kept.set(store, pasts);
  const key = `${drive} ${version} ${store.epoch()}`;
  const past = pasts.get(key) ?? new Past(version);
  pasts.delete(key);
  await takeNew(store, drive, past);
  await resolveUnknown(store, drive, version, past);
  if (sizeOf(past) <= MOST_ELEMENTS) pasts.set(key, past);
  let elements = [...pasts.values()].reduce((sum, each) => sum + sizeOf(each), 0);
  for (const [oldest, each] of pasts) {
    if (pasts.size <= MOST_KEPT && elements <= MOST_ELEMENTS) break;
    pasts.delete(oldest);
    elements -= sizeOf(each);
  }
  return past;
}

const sizeOf = ({ changed, born }: Past): number => changed.size + born.size;

/** Two at once do no harm: what is taken in twice changes nothing. */
async function takeNew(store: CatalogStore, drive: DriveId, past: Past): Promise<void> {
  for await (const events of eventsBetween(store, drive, past.version, await store.version(drive))) {
    for (const { data } of events) past.take(data);
    past.version = Math.max(past.version, events.at(-1)?.version ?? 0);
  }
}

/** The next pages are on their way while one is looked at: versions have no gaps. */
async function* eventsBetween(
  store: CatalogStore,
  drive: DriveId,
  after: number,
  upTo: number,
): AsyncGenerator<Awaited<ReturnType<CatalogStore['events']>>> {
  const pageFrom = (at: number) => {
    if (at >= upTo) return null;
    const page = store.events(drive, at, Math.min(EVENTS_AT_ONCE, upTo - at));
    // Another page may fail first.
    page.catch(() => undefined);
    return page;
  };
  const coming = Array.from({ length: PAGES_AHEAD }, (_, index) => pageFrom(after + index * EVENTS_AT_ONCE));
  for (let at = after; at < upTo; at += EVENTS_AT_ONCE) {
    const page = await coming.shift();
    coming.push(pageFrom(at + PAGES_AHEAD * EVENTS_AT_ONCE));
    if (page) yield page;
  }
}

/** Makes what events of earlier versions don't say from all that happened before. */
async function resolveUnknown(
  store: CatalogStore,
  drive: DriveId,
  version: number,
  { changed }: Past,
): Promise<void> {
  const unknown = [...changed].filter(([, { isUnknown }]) => isUnknown).map(([id]) => id);
  if (unknown.length === 0) return;
  const rows = await rowsAt(store, drive, version, new Set<string>(unknown));
  for (const id of unknown) {
    const row = rows.get(id);
    const { class: kind } = changed.get(id) ?? {};
    if (!row) changed.delete(id);
    else
      changed.set(id, {
        parentId: row.parentId,
        name: row.name,
        tags: row.tags,
        ...(isFile(row) && { content: contentOf(row) }),
        ...(kind && { class: kind }),
      });
  }
}

async function rowsAt(
  store: CatalogStore,
  drive: DriveId,
  version: number,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<ElementId, CatalogRow>> {
  const rows = new Map<string, CatalogRow>();
  for await (const events of eventsBetween(store, drive, 0, version))
    for (const { data, at, version: rev } of events)
      for (const change of changesOf(data, { at, version: rev })) {
        const row = change.op === 'insert' ? change.row : rows.get(change.id);
        if (!row || !ids.has(row.id)) continue;
        if (change.op === 'remove') rows.delete(row.id);
        else rows.set(row.id, change.op === 'insert' ? row : { ...row, ...change.set });
      }
  return rows as ReadonlyMap<string, CatalogRow> as ReadonlyMap<ElementId, CatalogRow>;
}

/** Reads all that these processes have changed, and the ids that others have changed since. */
export async function readPastOf(
  { store }: Pick<Catalog, 'store'>,
  drive: DriveId,
  version: number,
  ...processes: readonly string[]
): Promise<{ past: Past; others: ReadonlySet<string> }> {
  const past = new Past(version);
  const others = new Set<string>();
  for await (const events of eventsBetween(store, drive, version, await store.version(drive)))
    for (const { data, opId, version: rev } of events) {
      if (processes.some((id) => opId.startsWith(`${id}:`))) past.take(data);
      else for (const id of changedBy(data)) others.add(id);
      past.version = rev;
    }
  return { past, others };
}

/** Not counting what makes no difference to an undo. */
function changedBy(data: CatalogEvent): string[] {
  const one = new Past(0);
  one.take(data);
  return [...one.changed.keys()];
}
