import { LRUCache } from 'lru-cache';
import type { Listing, Listings } from '../application/reads/list-folder.js';

type LoadedListing = Listing & { exact: boolean };

const entryOverhead = 400;

/** Ready bytes of listings by their names, in a bounded amount of memory. Many who miss the same one share the reading of it. */
export class ListingCache implements Listings {
  private readonly listings: LRUCache<string, Listing>;
  private readonly loads = new Map<string, Promise<LoadedListing>>();

  constructor(maxBytes: number) {
    this.listings = new LRUCache({
      maxSize: maxBytes,
      // One listing may not push out all others.
      maxEntrySize: Math.ceil(maxBytes / 4),
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length * 2 + entryOverhead,
    });
  }

  /**
   * The listing of `name` at a version that the caller has read before; `load` reads version first and rows after it, so that older rows never stand under
   * a newer version.
   */
  async at(version: number, name: string, load: () => Promise<LoadedListing>): Promise<Listing> {
    const key = keyOf(version, name);
    const known = this.listings.get(key);
    if (known) return known;
    let loading = this.loads.get(key);
    if (!loading) {
      loading = load().finally(() => this.loads.delete(key));
      this.loads.set(key, loading);
      // A failed load is everybody's who waits for it; nobody waiting is no reason to end the process.
      loading.catch(() => undefined);
    }
    const { exact, ...listing } = await loading;
    if (exact) this.listings.set(keyOf(listing.version, name), listing);
    return listing;
  }

  get bytes(): number {
    return this.listings.calculatedSize;
  }
}

const keyOf = (version: number, name: string): string => `${version} ${name}`;
