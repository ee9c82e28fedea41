import type { DriveId } from '@skyshelf/contracts';
import type { PageLayout } from '../../domain/archive/archive-layout.js';
import type { KeptArchive } from './kept-archives.js';
import { Listing, withContents } from './listing.js';
import { standardBounds, type ListBounds } from '../../domain/archive/list-size.js';
import type { NamedEntry } from '../../domain/archive/tree-paths.js';
import type { Storage } from '../storage.js';

/** Can be sent page by page, without a length. */
export class ListUnderWay {
  private readonly ended = Promise.withResolvers<KeptArchive>();
  private hasBegun = false;
  private isSettled = false;

  constructor(
    private readonly listing: Pick<Listing, 'page' | 'whenPaged' | 'mayTurnOutTooLarge'>,
    private readonly named: { id: string; name: string },
  ) {
    this.ended.promise.catch(() => {}); // Perhaps it is not sent.
  }

  get id(): string {
    return this.named.id;
  }

  get name(): string {
    return this.named.name;
  }

  /** The id if sending began before the hash was known. */
  settleTag(hash: string): string {
    this.isSettled = true;
    return this.hasBegun ? this.id : hash;
  }

  /** Begins unless the archive may still be refused. @param atMost entries */
  beginWith(begin: (list: ListUnderWay) => void, atMost: number | undefined): void {
    void this.listing.whenPaged.then(() => {
      if (this.isSettled || this.listing.mayTurnOutTooLarge(atMost)) return;
      this.hasBegun = true;
      begin(this);
    });
  }

  /** Waits for it; null: there is none. */
  page(index: number): Promise<PageLayout | null> {
    return this.listing.page(index);
  }

  /** @throws why it could not be made */
  whole(): Promise<KeptArchive> {
    return this.ended.promise;
  }

  end(kept: KeptArchive): KeptArchive {
    this.ended.resolve(kept);
    return kept;
  }

  fail(error: unknown): void {
    this.ended.reject(error);
  }
}

export interface ArchiveQuestion {
  drive: DriveId;
  ask: string;
  name: string;
  version: number;
  entries: AsyncIterable<readonly NamedEntry[]>;
  /** Most entries there can be; absent if unknown. */
  atMost?: number | undefined;
}

export const KEEP_LIST_MS = 24 * 3600_000;
const MAKING_MS = 3600_000;
/** A browser shows nothing of a download before its first byte. */
const KNOWN_LENGTH_MS = 100;

export interface ListOptions {
  bounds?: ListBounds;
  /** Called once, after 100 ms, when there are pages and more to come. */
  begin?: ((list: ListUnderWay) => void) | undefined;
}

/**
 * Fixes the position of each entry, page by page.
 * @throws DomainError `download.too-large`, `file.not-found`
 */
export async function listArchive(
  storage: Pick<Storage, 'archives' | 'blobs' | 'clock' | 'ids'>,
  question: ArchiveQuestion,
  { bounds = standardBounds, begin }: ListOptions = {},
): Promise<KeptArchive> {
  const { archives, clock, ids } = storage;
  const { drive, ask, name, version, atMost } = question;
  const making = { _id: ids.next(), drive, ask, expires: new Date(clock.now().getTime() + MAKING_MS) };
  await archives.begin(making);
  const listing = new Listing(storage, making, bounds, (page) => withContents(storage, drive, page));
  const underWay = new ListUnderWay(listing, { id: making._id, name });
  const timer = begin && setTimeout(() => underWay.beginWith(begin, atMost), KNOWN_LENGTH_MS);
  try {
    for await (const entries of question.entries) for (const entry of entries) await listing.add(entry);
    const { layout, hash, bytes } = await listing.end(name);
    const expires = new Date(clock.now().getTime() + KEEP_LIST_MS);
    const list = { ...making, name, version, tag: underWay.settleTag(hash), layout, bytes, expires };
    return underWay.end(await archives.finish(list));
  } catch (error) {
    await archives.forget(making._id).catch(() => {}); // else it expires
    underWay.fail(error);
    throw error;
  } finally {
    clearTimeout(timer);
    listing.close();
  }
}
