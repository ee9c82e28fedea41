import type { DriveId } from '@skyshelf/contracts';
import type { Storage } from '../storage.js';
import type { KeptArchive } from './kept-archives.js';
import { ListUnderWay } from './list-under-way.js';
import { Listing, standardBounds, withContents, type ListBounds, type NamedEntry } from './listing.js';

export interface ArchiveQuestion {
  drive: DriveId;
  ask: string;
  name: string;
  version: number;
  entries: AsyncIterable<readonly NamedEntry[]>;
  /** Entries; absent where that is not known. */
  atMost?: number | undefined;
}

/** After the download began. */
export const KEEP_LIST_MS = 24 * 3600_000;
/** Longer than that it is given up. */
const MAKING_MS = 3600_000;
/** A browser shows nothing of a download before its first byte. */
const KNOWN_LENGTH_MS = 100;

export interface ListOptions {
  bounds?: ListBounds;
  /** Called once, after 100 ms, when there are pages and it is not whole. */
  begin?: ((list: ListUnderWay) => void) | undefined;
}

/**
 * Fixes where each entry lies, page by page.
 * @throws DomainError `download.too-large`; `file.not-found`: the bytes of a file are not there
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
    await archives.forget(making._id).catch(() => {}); // then it expires
    underWay.fail(error);
    throw error;
  } finally {
    clearTimeout(timer);
    listing.close();
  }
}
