import { DomainError, type DriveId } from '@skyshelf/contracts';
import { Binary } from 'mongodb';
import type { KeptArchive, KeptArchives } from '../application/archive/kept-archives.js';
import type { ArchiveEntry } from '../domain/archive/zip-records.js';
import { takeoutRequests } from '../domain/takeout.js';
import type { ArchivePage, StorageCollections } from './collections.js';

/** The limits of each drive. A list of 500,000 entries fits. */
const MOST_LISTS = 50;
const MOST_LIST_BYTES = 96 * 1024 * 1024;

/** A list damaged by a power cut is made again; a takeout's is not. */
const quick = { writeConcern: { w: 1, journal: false } } as const;

export class ArchiveRecords implements KeptArchives {
  constructor(private readonly collections: Pick<StorageCollections, 'archives' | 'archivePages'>) {}

  newest(drive: DriveId, ask: string, now: Date): Promise<KeptArchive | null> {
    return this.find({ drive, ask }, now);
  }

  tagged(drive: DriveId, ask: string, tag: string, now: Date): Promise<KeptArchive | null> {
    return this.find({ drive, ask, tag }, now);
  }

  async begin({
    _id,
    drive,
    ask,
    expires,
  }: Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>): Promise<void> {
    const nothing = { pages: [], directory: { entries: 0, start: 0, bytes: 0 }, size: 0 };
    const making = { name: '', tag: '', version: 0, layout: nothing, bytes: 0 };
    await this.collections.archives.insertOne({ _id, drive, ask, expires, ...making, whole: false });
  }

  async addPage(
    { _id, drive, ask }: Pick<KeptArchive, '_id' | 'drive' | 'ask'>,
    index: number,
    entries: readonly ArchiveEntry[],
  ): Promise<void> {
    const lines = entries.map(({ path, blobId, size, crc32, modified }) => [
      path,
      blobId,
      size,
      crc32,
      modified,
    ]);
    const page = { _id: pageId(_id, index), list: _id, drive, entries: JSON.stringify(lines) };
    await this.collections.archivePages.insertOne(page, takeoutRequests.test(ask) ? {} : quick);
  }

  async addText(
    { _id, drive }: Pick<KeptArchive, '_id' | 'drive'>,
    index: number,
    bytes: Buffer,
  ): Promise<void> {
    const page = { _id: pageId(_id, index), list: _id, drive, entries: '', text: new Binary(bytes) };
    await this.collections.archivePages.insertOne(page);
  }

  async text(id: string, index: number): Promise<Buffer> {
    const page = await this.collections.archivePages.findOne({ _id: pageId(id, index) });
    if (!page?.text) throw new DomainError('file.not-found');
    return Buffer.from(page.text.buffer);
  }

  async finish(list: KeptArchive): Promise<KeptArchive> {
    const { archives } = this.collections;
    const { _id, drive, ask, tag, expires, version, ...facts } = list;
    const equal = await archives.findOneAndUpdate(
      { drive, ask, tag, whole: true },
      { $set: { version }, $max: { expires } },
      { returnDocument: 'after' },
    );
    if (equal) {
      await this.forget(_id);
      return equal;
    }
    const { matchedCount } = await archives.updateOne(
      { _id, drive },
      { $set: { ...facts, tag, version, expires, whole: true } },
    );
    if (matchedCount === 0) throw new DomainError('service.unavailable'); // It took too long.
    await this.keepFew(list);
    return list;
  }

  async prolong(id: string, expires: Date): Promise<void> {
    await this.collections.archives.updateOne({ _id: id }, { $max: { expires } });
  }

  async forget(id: string): Promise<void> {
    await this.collections.archives.deleteOne({ _id: id });
    await this.collections.archivePages.deleteMany({ list: id });
  }

  async forgetExpired(now: Date, most: number): Promise<number> {
    const { archives } = this.collections;
    const expired = await archives
      .find({ expires: { $lte: now } }, { projection: { _id: 1 } })
      .limit(most)
      .toArray();
    for (const { _id } of expired) await this.forget(_id);
    return expired.length;
  }

  async page(id: string, index: number): Promise<readonly ArchiveEntry[]> {
    const page = await this.collections.archivePages.findOne({ _id: pageId(id, index) });
    if (!page) throw new DomainError('file.not-found');
    return entriesOf(page);
  }

  private find(
    of: Pick<KeptArchive, 'drive' | 'ask'> & { tag?: string },
    now: Date,
  ): Promise<KeptArchive | null> {
    return this.collections.archives.findOne(
      { ...of, whole: true, expires: { $gt: now } },
      { sort: { expires: -1 } },
    );
  }

  /** An account displaces only its own older lists. */
  private async keepFew({ _id, drive, ask, bytes: size }: KeptArchive): Promise<void> {
    if (takeoutRequests.test(ask)) return;
    const others = { drive, _id: { $ne: _id }, ask: { $not: takeoutRequests }, whole: true };
    const older = await this.collections.archives
      .find(others, { projection: { bytes: 1 } })
      .sort({ expires: -1 })
      .toArray();
    let bytes = size;
    for (const [index, list] of older.entries()) {
      bytes += list.bytes;
      if (index + 1 >= MOST_LISTS || bytes > MOST_LIST_BYTES) await this.forget(list._id);
    }
  }
}

const pageId = (list: string, index: number): string => `${list}.${index}`;

const entriesOf = ({ entries }: ArchivePage): ArchiveEntry[] =>
  (JSON.parse(entries) as [string, ArchiveEntry['blobId'], number, number | null, number][]).map(
    ([path, blobId, size, crc32, modified]) => ({ path, blobId, size, crc32, modified }),
  );
