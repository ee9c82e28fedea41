import { describe, expect, it } from 'vitest';
import { bookmarkFiles } from '../../../testing/bookmark-files.js';
import { importedName, isNumberOf } from '../../domain/bookmarks/bookmark-fields.js';
import type { ImportEntry } from '../../domain/bookmarks/plan-import.js';
import { charsetOf, measureBookmarks, readBookmarks } from './read-bookmarks.js';

const rules = { configured: {}, now: new Date('2026-03-01T12:00:00Z'), depth: 0 };
const bytesOf = (text: string | Uint8Array) => (typeof text === 'string' ? Buffer.from(text) : text);

async function* piecesOf(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = bytesOf(text);
  // The head says how it is written.
  if (bytes.length > 0) yield bytes.subarray(0, 512);
  for (let start = 512; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function entriesOf(text: string | Uint8Array, size?: number): Promise<ImportEntry[]> {
  const found: ImportEntry[] = [];
  for await (const entries of readBookmarks(piecesOf(text, size), null, rules)) found.push(...entries);
  return found;
}

describe('a file of bookmarks', () => {
  it.each(bookmarkFiles)('of $from is read whole, in pieces of any size', async (file) => {
    const {
      bytes: _,
      charset: __,
      ...extent
    } = await measureBookmarks(async () => piecesOf(file.text), rules);
    expect(extent).toEqual({ folders: file.folders, links: file.links, refused: file.refused });
  });

  it('keeps folders, names, tags, dates and lines', async () => {
    const entries = await entriesOf(
      '<DL>\n<DT><H3 ADD_DATE="1650000000">A</H3>\n<DL>\n<DT><A HREF="https://a.example/"\n ADD_DATE="1650000001" TAGS="x, y,x">Käse &amp; Brot\n</A>\n<DT><H3>B</H3><DL><DT><A HREF="https://youtu.be/abcdefghijk">?</A></DL>\n</DL>\n<DT><A HREF="javascript:1">c</A></DL>',
    );
    expect(entries).toMatchObject([
      { kind: 'folder', name: 'A', within: [], line: 2, date: '2022-04-15T05:20:00.000Z' },
      { kind: 'link', name: 'Käse Brot', within: [0], line: 4, tags: ['x', 'y'], link: { kind: 'website' } },
      { kind: 'folder', name: 'B', within: [0], date: null },
      { kind: 'link', name: 'Unnamed', within: [0, 2], link: { kind: 'youtube' } },
      { kind: 'refused', line: 9, reason: 'Addresses that begin with javascript: are not kept.' },
    ]);
  });

  it('numbers folders with equal names, and lifts what lies too deep', async () => {
    const equal = '<DT><H3>a</H3><DL></DL>'.repeat(3);
    expect((await entriesOf(`<DL>${equal}</DL>`)).map(({ name }) => name)).toEqual(['a', 'a (2)', 'a (3)']);
    const deep = await entriesOf(
      `${'<DL><DT><H3>d</H3>'.repeat(130)}<DL><DT><A HREF="https://a.example/">x</A>`,
    );
    const link = deep.at(-1);
    expect(link).toMatchObject({ kind: 'link' });
    expect(link?.within).toHaveLength(127);
    const lifted = deep.filter(({ within }) => within.length === 127).map(({ name }) => name);
    expect(lifted).toEqual(['d', 'd (2)', 'd (3)', 'x']);
  });

  it('is refused when it has none, or what no exporter writes', async () => {
    const measured = (text: string) => measureBookmarks(async () => piecesOf(text, 65_536), rules);
    await expect(measured('<html><p>Hello</p></html>')).rejects.toMatchObject({ code: 'bookmarks.none' });
    await expect(measured('')).rejects.toMatchObject({ code: 'bookmarks.none' });
    const unreadable = { code: 'bookmarks.unreadable' };
    await expect(measured('<b>'.repeat(3000))).rejects.toMatchObject(unreadable);
    await expect(measured(`<a href="${'x'.repeat(5_000_000)}`)).rejects.toMatchObject(unreadable);
    await expect(measured('<DT><H3>a</H3><DL></DL><DT><H3>b'.repeat(50_001))).rejects.toMatchObject(
      unreadable,
    );
  });

  it('may be written in other characters than UTF-8', () => {
    expect(charsetOf(Buffer.from('<meta charset="shift_jis">'))).toBe('shift_jis');
    expect(charsetOf(Buffer.from('<meta charset=nonsense>'))).toBe('utf-8');
    expect(charsetOf(Buffer.from('\ufeff<', 'utf16le'))).toBe('utf-16le');
  });

  it('gives names as they are kept, with the numbers that we give', () => {
    expect(['a (2)', 'a (1)', 'a (2) (3)', 'a/b', '', '...'].map(importedName)).toEqual([
      'a (2)',
      'a 1',
      'a (2) (3)',
      'ab',
      'Unnamed',
      'Unnamed',
    ]);
    expect([isNumberOf('A (2)', 'a'), isNumberOf('a', 'a (2)'), isNumberOf('b', 'a')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
