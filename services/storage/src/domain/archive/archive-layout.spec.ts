import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import type { BlobId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../../testing/read-zip.js';
import {
  type CheckedEntry,
  centralHeader,
  centralHeaderBytes,
  endRecord,
  localHeader,
  localHeaderBytes,
} from './zip-records.js';
import { LayoutCounter, placed } from './archive-layout.js';

interface Content extends CheckedEntry {
  bytes: Buffer;
}

const file = (path: string, bytes: Buffer, modified = 1_700_000_001): Content => ({
  path,
  bytes,
  modified,
  blobId: 'blob' as BlobId,
  size: bytes.length,
  crc32: crc32(bytes),
});
const folder = (path: string): Content => ({ ...file(path, Buffer.alloc(0)), blobId: null });

/** The archive as its layout says: each page by itself. */
function archiveOf(pages: readonly (readonly Content[])[]) {
  const counter = new LayoutCounter();
  for (const page of pages) counter.add(page);
  const layout = counter.layout();
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  pages.forEach((page, index) => {
    for (const { entry, offset } of placed(page, layout.pages[index]?.local ?? NaN)) {
      const content = entry as Content;
      local.push(localHeader(content), content.bytes);
      central.push(centralHeader(content, offset));
    }
  });
  return { layout, zip: Buffer.concat([...local, ...central, endRecord(layout.directory)]) };
}

describe('an archive', () => {
  it('is as long as its layout said, and readers find in it what was put in', () => {
    const path = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((text) => text.isWellFormed() && !text.includes('/'));
    const entry = fc.oneof(
      fc
        .tuple(path, fc.uint8Array({ maxLength: 200 }), fc.nat(0x7fff_ffff))
        .map(([name, bytes, modified]) => file(name, Buffer.from(bytes), modified)),
      path.map((name) => folder(`${name}/`)),
    );
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 8 }), { maxLength: 6 }), (pages) => {
        const { layout, zip } = archiveOf(pages);
        expect(zip.length).toBe(layout.size);
        const there = pages
          .flat()
          .map(({ path: name, bytes, modified }) => ({ path: name, bytes, modified }));
        expect(readZip(zip)).toMatchObject(there);
      }),
      { numRuns: 50 },
    );
  });

  it('says of folders that they are folders, and of files that they are files', () => {
    const { zip } = archiveOf([[folder('a/'), file('a/b', Buffer.from('b'))]]);
    expect(readZip(zip).map(({ mode }) => mode.toString(8))).toEqual(['40755', '100644']);
  });

  it('ends with ZIP64 records for more than 65,534 entries, and without for fewer', () => {
    const directory = { start: 0, bytes: 0 };
    expect(endRecord({ entries: 65_534, ...directory })).toHaveLength(22);
    expect(endRecord({ entries: 65_535, ...directory })).toHaveLength(98);
  });

  it('has a ZIP64 field where an offset or a size needs more than four bytes, and only there', () => {
    const edge = 0xffff_ffff;
    const numbers = fc.constantFrom(0, 1, edge - 1, edge, edge + 1, 2 ** 40);
    fc.assert(
      fc.property(numbers, numbers, fc.string({ unit: 'grapheme' }), (size, offset, path) => {
        const entry = { ...file(path.toWellFormed(), Buffer.alloc(0)), size };
        expect(localHeader(entry)).toHaveLength(localHeaderBytes(entry));
        const header = centralHeader(entry, offset);
        expect(header).toHaveLength(centralHeaderBytes(entry, offset));
        const wide = header.length - Buffer.byteLength(entry.path) - 46 - 9;
        expect(wide).toBe(size >= edge ? (offset >= edge ? 28 : 20) : offset >= edge ? 12 : 0);
      }),
    );
  });

  it('counts the offsets beyond 4 GiB', () => {
    const counter = new LayoutCounter();
    const large = { ...file('large', Buffer.alloc(0)), size: 3 * 1024 ** 3 };
    counter.add([large, large]);
    counter.add([large]);
    const layout = counter.layout();
    expect(layout.pages[1]?.local).toBe(2 * (large.size + localHeaderBytes(large)));
    expect(layout.directory.bytes).toBe(
      2 * centralHeaderBytes(large, 0) + centralHeaderBytes(large, 2 ** 33),
    );
    expect(endRecord(layout.directory)).toHaveLength(98);
  });
});
