import { positionOf, versionAt, type CatalogEvent, type ElementView } from '@skyshelf/contracts';
import { builtInElements } from '../../domain/built-in-elements.data.js';
import { touchedIds } from '../../domain/changes.js';
import type { Account, Catalog } from '../catalog.js';
import { builtInView, presentElements } from '../element-view.js';
import { readReceived, type ReceivedFiles } from './read-received.js';
import { openReader } from '../slices/require-within.js';
import { counted } from './opened-elements.js';

export interface Changes {
  /** A position: it never goes back. */
  version: number;
  resync: boolean;
  elements: ElementView[];
  removed: string[];
  /** `count` is that of elements of the trash, `versions` that of earlier versions of files. */
  gaveWay?: { count: number; versions?: number; bytes: number };
  received?: ReceivedFiles[];
}

/** Rows may be newer than the answered version: the next call then repeats them. */
export async function readChanges(catalog: Catalog, account: Account, since: number): Promise<Changes> {
  const { store } = catalog;
  const newest = await store.version(account.drive);
  const version = positionOf(newest, store.epoch());
  const after = versionAt(since, store.epoch());
  const tooMany = { version, resync: true, elements: [], removed: [] };
  // What is known from before a restore may never have been.
  if (after === null) return tooMany;
  const behind = newest - after;
  if (behind === 0) return { ...tooMany, resync: false };
  if (behind < 0 || behind > catalog.settings.maxChangesBehind) return tooMany;
  const events = (await store.events(account.drive, after, behind)).map(({ data }) => data);
  const ids = [...new Set(events.flatMap(touchedIds))];
  if (ids.length > catalog.settings.maxChangesBehind) return tooMany;
  const reader = await openReader(catalog, account);
  const found = await presentElements(reader, ids, account.sub);
  const elements = await counted(catalog, account.drive, found);
  const present = new Set(elements.map(({ _id }) => _id));
  const builtIns = switchedBuiltIns(events, account.sub);
  return {
    version,
    resync: false,
    elements: [...elements, ...builtIns.elements],
    removed: [...ids.filter((id) => !present.has(id)), ...builtIns.removed],
    ...(!account.scope && gaveWayIn(events)),
    ...(!account.scope && (await readReceived(reader, events))),
  };
}

function gaveWayIn(events: readonly CatalogEvent[]): Pick<Changes, 'gaveWay'> {
  const sum = { count: 0, bytes: 0 };
  let versions = 0;
  for (const event of events) {
    const isPurge = event.type === 'catalog.elements.purged';
    if ((!isPurge && event.type !== 'catalog.versions.dropped') || !event.room) continue;
    const { used, kept = 0 } = event.delta;
    sum.count += isPurge ? event.removed.length : 0;
    versions += isPurge ? (event.versions?.length ?? 0) : event.blobIds.length;
    sum.bytes -= used + kept;
  }
  return sum.count + versions > 0 ? { gaveWay: { ...sum, ...(versions > 0 && { versions }) } } : {};
}

function switchedBuiltIns(
  events: readonly CatalogEvent[],
  user: string,
): Pick<Changes, 'elements' | 'removed'> {
  const last = events.findLast((event) => event.type === 'catalog.default-elements.switched');
  if (!last) return { elements: [], removed: [] };
  return last.shown
    ? { elements: builtInElements.map((each) => builtInView(each, user)), removed: [] }
    : { elements: [], removed: builtInElements.map(({ id }) => id) };
}
