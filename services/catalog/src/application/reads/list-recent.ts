import type { CatalogEvent, ElementId, ElementView } from '@skyshelf/contracts';
import { touchedIds } from '../../domain/changes.js';
import type { Account, Catalog } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';
import type { Listings } from './listings.js';
import { withCounts } from './opened-elements.js';
import { presentElements } from './present-elements.js';

/** From the newest backwards. */
const eventsAtATime = 50;
/** After more deletions than this a user sees less. */
const maxEventsBack = 5000;

/** Last added or changed, latest first; cached by the drive's version. */
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

/** Media's results are not the owner's doing. */
const ownDoings = (event: CatalogEvent): string[] =>
  event.type === 'catalog.elements.described' ? [] : touchedIds(event);

/** Ordered by id, without those that are gone. */
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
