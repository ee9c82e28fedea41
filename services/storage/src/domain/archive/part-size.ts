import { entryBytes } from './archive-layout.js';
import { grown, isTooLarge, NOTHING, standardBounds, type ListSize } from './list-size.js';
import { endRecordBytes, type ArchiveEntry } from './zip-records.js';

/** The bytes of an archive's entries, without its end record. */
export interface PartSize extends ListSize {
  bytes: number;
}

export const EMPTY_PART: PartSize = { ...NOTHING, bytes: 0 };

export const withEntry = (part: PartSize, entry: ArchiveEntry): PartSize => ({
  ...grown(part, entry),
  bytes: part.bytes + entryBytes(entry, part.bytes),
});

/** A larger entry has its own part. */
export function hasRoom(part: PartSize, entry: ArchiveEntry, partBytes: number): boolean {
  const { bytes, ...list } = withEntry(part, entry);
  const end = endRecordBytes({ entries: list.entries, start: bytes, bytes: 0 });
  return bytes + end <= partBytes && !isTooLarge(list, standardBounds);
}
