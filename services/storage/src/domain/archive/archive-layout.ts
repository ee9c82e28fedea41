import type { BlobId } from '@skyshelf/contracts';
import type { ByteRange } from '../byte-range.js';
import {
  type ArchiveEntry,
  centralHeaderBytes,
  endRecordBytes,
  localHeaderBytes,
  type Directory,
} from './zip-records.js';

export interface PageLayout {
  entries: number;
  local: number;
  central: number;
}

/** The layout follows from names and sizes alone. */
export interface ArchiveLayout {
  pages: readonly PageLayout[];
  directory: Directory;
  size: number;
}

export interface PlacedEntry {
  entry: ArchiveEntry;
  offset: number;
  content: number;
  end: number;
}

export class LayoutCounter {
  private readonly pages: PageLayout[] = [];
  private entries = 0;
  private local = 0;
  private central = 0;

  /** @returns where the page begins */
  add(page: readonly ArchiveEntry[]): PageLayout {
    const layout = { entries: page.length, local: this.local, central: this.central };
    this.pages.push(layout);
    for (const { entry, offset, end } of placed(page, this.local)) {
      this.central += centralHeaderBytes(entry, offset);
      this.local = end;
    }
    this.entries += page.length;
    return layout;
  }

  layout(): ArchiveLayout {
    const directory = { entries: this.entries, start: this.local, bytes: this.central };
    const size = this.local + this.central + endRecordBytes(directory);
    return { pages: this.pages, directory, size };
  }
}

export const entryBytes = (entry: ArchiveEntry, offset: number): number =>
  localHeaderBytes(entry) + entry.size + centralHeaderBytes(entry, offset);

/** @param start of the page */
export function* placed(page: readonly ArchiveEntry[], start: number): Generator<PlacedEntry> {
  let offset = start;
  for (const entry of page) {
    const content = offset + localHeaderBytes(entry);
    const end = content + entry.size;
    yield { entry, offset, content, end };
    offset = end;
  }
}

/** null when none of `bytes` is in the range. */
export function within(bytes: Buffer, at: number, { start, end }: ByteRange): Buffer | null {
  const first = Math.max(0, start - at);
  const behind = Math.min(bytes.length, end + 1 - at);
  return first < behind ? bytes.subarray(first, behind) : null;
}

/** Gives positions in the blob; null when the range has none of its bytes. */
export function contentWithin(
  { entry: { blobId, size }, content, end }: PlacedEntry,
  range: ByteRange,
): (ByteRange & { blobId: BlobId; bytes: number }) | null {
  const start = Math.max(0, range.start - content);
  const last = Math.min(end - 1, range.end) - content;
  if (blobId === null || size === 0 || last < start) return null;
  return { blobId, start, end: last, bytes: last - start + 1 };
}
