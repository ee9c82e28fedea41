import { MUST_LIST_AGAIN, type Listing } from '../listings/listing.js';
import { markFor } from './marker.js';

const NAME = 'skyshelf-offline';
const LISTINGS = 'listings';
const SIZES = 'sizes';

export const keptLimits = { folders: 200, bytes: 20 * 1024 * 1024, elements: 2000 };

type KeptListing = Pick<Listing, 'docs' | 'folderId'>;

const isKeptListing = (value: unknown): value is KeptListing =>
  Array.isArray((value as Partial<KeptListing> | undefined)?.docs);

interface Size {
  drive: string;
  url: string;
  bytes: number;
  /** Unit: milliseconds since the epoch. */
  at: number;
}

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });

const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB failed')));
  });

const open = (): Promise<IDBDatabase> => {
  const request = indexedDB.open(NAME, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(LISTINGS);
    request.result.createObjectStore(SIZES);
  });
  return done(request);
};

const within = async <Value>(
  mode: IDBTransactionMode,
  task: (listings: IDBObjectStore, sizes: IDBObjectStore) => Promise<Value>,
): Promise<Value> => {
  const database = await open();
  try {
    const transaction = database.transaction([LISTINGS, SIZES], mode);
    const end = written(transaction);
    const value = await task(transaction.objectStore(LISTINGS), transaction.objectStore(SIZES));
    await end;
    return value;
  } finally {
    database.close();
  }
};

/** One tab writes or forgets at a time: nothing comes after forgetting. */
export const alone = <Value>(task: () => Promise<Value>): Promise<Value> =>
  navigator.locks.request(NAME, task);

/** The longest unseen first. */
const surplus = (sizes: readonly Size[]): Size[] => {
  let bytes = 0;
  return sizes
    .toSorted((a, b) => b.at - a.at)
    .filter((each, place) => (bytes += each.bytes) > keptLimits.bytes || place >= keptLimits.folders);
};

/** Keeps only the beginning of a very large listing. */
export const keepListing = (drive: string, url: string, listing: Listing): Promise<void> =>
  alone(async () => {
    if (!markFor(drive)) return;
    const { folderId } = listing;
    const kept: KeptListing = { folderId, docs: listing.docs.slice(0, keptLimits.elements) };
    const bytes = JSON.stringify(kept).length * 2;
    await within('readwrite', async (listings, sizes) => {
      listings.put(kept, [drive, url]);
      sizes.put({ drive, url, bytes, at: Date.now() } satisfies Size, [drive, url]);
      for (const each of surplus((await done(sizes.getAll())) as Size[])) {
        listings.delete([each.drive, each.url]);
        sizes.delete([each.drive, each.url]);
      }
    });
  });

/** Any answer of the server is newer. */
export const keptListing = async (drive: string, url: string): Promise<Listing | null> => {
  const value: unknown = await within('readonly', (listings) => done(listings.get([drive, url])));
  return isKeptListing(value) ? { ...value, version: MUST_LIST_AGAIN, tag: null, next: null } : null;
};

export const dropListing = (drive: string, url: string): Promise<void> =>
  alone(() =>
    within('readwrite', async (listings, sizes) => {
      listings.delete([drive, url]);
      await done(sizes.delete([drive, url]));
    }),
  );

export const clearListings = (): Promise<void> =>
  within('readwrite', async (listings, sizes) => {
    listings.clear();
    await done(sizes.clear());
  });
