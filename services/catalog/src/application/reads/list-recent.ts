import type { CatalogEvent, ElementId, ElementView } from '@skyshelf/contracts';
import { touchedIds } from '../../domain/changes.js';
import type { Account, Catalog } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';
import type { Listings } from './listings.js';
import { withCounts } from './opened-elements.js';
import { presentElements } from './present-elements.js';

/** Events read at a time, from the newest backwards. */
const eventsAtATime = 50;
/** So far back at most: who has done nothing but deletions since then sees less. */
const maxEventsBack = 5000;

/** The elements that the user added or changed last, the latest first: ready bytes, made again only when the drive has changed. */
export async function listRecent(
  catalog: Catalog,
  listings: Listings,
  account: Account,
  limit: number,
): Promise<Buffer> {
  const { store, opens } = catalog;
  const version = await store.version(account.drive);
  const name = JSON.stringify([account.drive, account.sub, 'recent', limit]);
  const { bytes, ids = [] } = await listings.at(version, name, async () => {
    const docs = await lastTouched(catalog, account, version, limit);
    const exact = (await store.version(account.drive)) === version;
    const found = docs.map(({ _id }) => _id as ElementId);
    return { version, exact, ids: found, bytes: Buffer.from(JSON.stringify({ docs })) };
  });
  return ids.length === 0 ? bytes : withCounts(bytes, await opens.of(account.drive, ids));
}

async function lastTouched(
  { store }: Catalog,
  account: Account,
  version: number,
  limit: number,
): Promise<ElementView[]> {
  const reader = await store.reader(account.drive);
  const seen = new Set<string>();
  const found: ElementView[] = [];
  for (
    let end = version;
    end > 0 && found.length < limit && version - end < maxEventsBack;
    end -= eventsAtATime
  ) {
    const after = Math.max(0, end - eventsAtATime);
    const events = await store.events(account.drive, after, end - after);
    const ids = events.toReversed().flatMap(({ data }) => ownDoings(data));
    const fresh = [...new Set(ids)].filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    found.push(...(await inOrder(reader, fresh, account.sub, limit - found.length)));
  }
  return found;
}

/** What media makes from an element is nothing that its owner did. */
const ownDoings = (event: CatalogEvent): string[] =>
  event.type === 'catalog.elements.described' ? [] : touchedIds(event);

/** As many as are wanted, in the order of their ids; those that are gone are passed over. */
async function inOrder(
  reader: Reader,
  ids: readonly string[],
  user: string,
  wanted: number,
): Promise<ElementView[]> {
  const found: ElementView[] = [];
  const step = wanted * 2;
  for (let start = 0; start < ids.length && found.length < wanted; start += step) {
    const part = ids.slice(start, start + step);
    const present = new Map((await presentElements(reader, part, user)).map((each) => [each._id, each]));
    found.push(...part.flatMap((id) => present.get(id) ?? []));
  }
  return found.slice(0, wanted);
}
