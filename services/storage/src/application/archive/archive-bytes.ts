import { crc32 } from 'node:zlib';
import { giveBack, chunksAsRead } from '@skyshelf/bytes';
import { DomainError, type BlobId } from '@skyshelf/contracts';
import type { ByteRange } from '../../domain/byte-range.js';
import {
  type ArchiveEntry,
  type CheckedEntry,
  centralHeader,
  endRecord,
  localHeader,
} from '../../domain/archive/zip-records.js';
import { placed, within, type PlacedEntry } from '../../domain/archive/archive-layout.js';
import { type ReadableObjects, openBytes } from '../read-file.js';
import type { Storage } from '../storage.js';
import { contentsAhead, type ReadsAhead } from './contents-ahead.js';
import type { KeptArchive } from './kept-archives.js';
import type { ListUnderWay } from './list-archive.js';

export type ArchiveSources = Pick<Storage, 'archives' | 'blobs' | 'summing'> & ReadableObjects;

/**
 * One page of the list is in memory. A missing CRC is computed just before its header, by reading the bytes
 * twice.
 * @throws DomainError `file.not-found`: bytes or list are gone
 */
export async function* archiveBytes(
  storage: ArchiveSources,
  list: KeptArchive,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const { directory } = list.layout;
  if (range.start < directory.start) yield* localPart(storage, list, range);
  const behind = directory.start + directory.bytes;
  if (range.start < behind && range.end >= directory.start) yield* centralPart(storage, list, range);
  const end = within(endRecord(directory), behind, range);
  if (end) yield end;
}

/**
 * Streams the archive while the list grows.
 * @throws what kept the list from being made
 */
export async function* archiveUnderWay(storage: ArchiveSources, list: ListUnderWay): AsyncGenerator<Buffer> {
  const everything = { start: 0, end: Infinity };
  for (let index = 0; ; index += 1) {
    const page = await list.page(index);
    if (!page) break;
    const entries = [...placed(await storage.archives.page(list.id, index), page.local)];
    yield* localEntries(storage, entries, everything);
  }
  const whole = await list.whole();
  const { directory, size } = whole.layout;
  yield* archiveBytes(storage, whole, { start: directory.start, end: size - 1 });
}

async function* localPart(
  storage: ArchiveSources,
  list: KeptArchive,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const { pages, directory } = list.layout;
  for (const [index, { local }] of pages.entries()) {
    if (local > range.end) return;
    if ((pages[index + 1]?.local ?? directory.start) <= range.start) continue;
    const entries = [...placed(await storage.archives.page(list._id, index), local)];
    const wanted = entries.filter(({ offset, end }) => end > range.start && offset <= range.end);
    yield* localEntries(storage, wanted, range);
  }
}

async function* localEntries(
  storage: ArchiveSources,
  wanted: readonly PlacedEntry[],
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const ahead = contentsAhead(storage, wanted, range);
  for (const each of wanted) {
    if (each.content > range.start) {
      const header = within(localHeader(await checked(storage, each.entry)), each.offset, range);
      if (header) yield header;
    }
    yield* contentOf(ahead, each);
  }
}

/** @throws Error when the store gives another number of bytes: the offsets would be wrong */
async function* contentOf(ahead: ReadsAhead, each: PlacedEntry): AsyncGenerator<Buffer> {
  let missing = ahead.bytesOf(each);
  for await (const chunk of ahead.read(each)) {
    missing -= chunk.length;
    if (missing < 0) break;
    yield chunk;
  }
  if (missing !== 0) throw new Error(`The bytes of ${each.entry.blobId} are not as many as recorded.`);
}

async function* centralPart(
  storage: ArchiveSources,
  list: KeptArchive,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  const { pages, directory } = list.layout;
  for (const [index, { local, central }] of pages.entries()) {
    let at = directory.start + central;
    if (at > range.end) return;
    const next = pages[index + 1]?.central ?? directory.bytes;
    if (directory.start + next <= range.start) continue;
    const headers: Buffer[] = [];
    for (const { entry, offset } of placed(await storage.archives.page(list._id, index), local)) {
      const header = centralHeader(await checked(storage, entry), offset);
      const part = within(header, at, range);
      if (part) headers.push(part);
      at += header.length;
    }
    yield Buffer.concat(headers);
  }
}

const checked = async (storage: ArchiveSources, entry: ArchiveEntry): Promise<CheckedEntry> => ({
  ...entry,
  crc32: entry.crc32 ?? (entry.blobId === null ? 0 : await takenCrc(storage, entry.blobId)),
});

type Needed = Pick<Storage, 'blobs' | 'summing'> & ReadableObjects;

/**
 * Kept or computed now, once for parallel downloads: 500 MB take about a second.
 * @throws DomainError `file.not-found`
 */
const takenCrc = (storage: Needed, blobId: BlobId): Promise<number> =>
  storage.summing.run(blobId, () => keptOrTaken(storage, blobId));

async function keptOrTaken({ blobs, objects }: Needed, blobId: BlobId): Promise<number> {
  const blob = await blobs.get(blobId);
  if (blob?.state !== 'ready') throw new DomainError('file.not-found');
  if (typeof blob.crc32 === 'number') return blob.crc32;
  let crc = 0;
  let bytes = 0;
  for await (const chunk of chunksAsRead(await openBytes({ objects }, blobId))) {
    crc = crc32(chunk, crc);
    bytes += chunk.length;
    giveBack(chunk);
  }
  if (bytes !== blob.size) throw new Error(`The bytes of ${blobId} are not as many as recorded.`);
  await blobs.keepCrc(blobId, crc);
  return crc;
}

/** Below this, copying is faster than sending. */
const SMALL_BYTES = 8 * 1024;
const TOGETHER_BYTES = 64 * 1024;

/**
 * Each chunk costs a write in every process it passes, and an archive has two for each small file. The first
 * is sent at once: a user waits for it.
 */
export async function* joinSmallChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (chunk.length < SMALL_BYTES && !isFirst) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes < TOGETHER_BYTES) continue;
    }
    if (bytes > 0) yield Buffer.concat(held);
    held = [];
    bytes = 0;
    if (chunk.length >= SMALL_BYTES || isFirst) yield chunk;
    isFirst = false;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
