import { describe, expect, it } from 'vitest';
import { bookmarkFiles } from '../../../testing/bookmark-files.js';
import { importedDate, importedName, isNumberOf } from '../../domain/bookmarks/bookmark-fields.js';
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

  const reportsOf = (names: readonly string[]) =>
    names.map((name, at) => `<DT><A HREF="https://a.example/${at}">${name}</A>\n`).join('');
  const swallowing = ['script', 'style', 'textarea', 'title', 'xmp', 'plaintext', 'iframe', 'noembed'];
  swallowing.push(
    'noframes',
    'noscript',
    'svg',
    'math',
    'template',
    'select',
    'h2',
    'dt',
    'dl',
    'dd',
    'p',
    'a',
  );

  it.each([
    ...swallowing.map((tag) => [`How <${tag}> works`, `How ${tag} works`]),
    ['a <!-- b', 'a -- b'],
    ['a <!-- b --> c', 'a -- b -- c'],
    ['a <! b', 'a b'],
    ['a </ b', 'a b'],
    ['if a <b && c', 'if a b c'],
    ['links <a and', 'links a and'],
    ['<![CDATA[ x', 'CDATA x'],
    ['<?php x', 'php x'],
    ['List<String> <b>now</b>', 'ListString now'],
    ['a < b &lt;i&gt; &eacute;', 'a b i é'],
  ])('reads what follows a page with the title %s, which keeps its words', async (title, name) => {
    const text = `<DL><p>\n<DT><H3>F</H3><DL><p>\n${reportsOf(['One', title, 'Three'])}</DL><p>\n${reportsOf(['Four'])}<DT><A HREF="https://a.example/d">Five</A>\n<DD>${title}\n${reportsOf(['Six'])}</DL>`;
    for (const size of [1, 5, 64 * 1024])
      expect((await entriesOf(text, size)).map((each) => [each.name, each.within.length])).toEqual([
        ['F', 0],
        ['One', 1],
        [name, 1],
        ['Three', 1],
        ...['Four', 'Five', 'Six'].map((each) => [each, 0]),
      ]);
  });

  it('without closing quotes, tags or end costs the bookmark that has it, which is counted', async () => {
    const one = '<DT><A HREF="https://a.example/1">One</A>\n';
    const shown = async (text: string) =>
      (await entriesOf(text, 9)).map(({ kind, name, line }) => `${line} ${kind} ${name}`);
    expect(await shown(`<DL>\n<DT><A HREF="https://a.example/0>Open</A>\n${one}`)).toEqual([
      '2 link Open',
      '3 link One',
    ]);
    expect(await shown(`<DT><A HREF=https://a.example/0 \n${one}${one}<DT><A HREF="https://a.exa`)).toEqual([
      '1 refused Unnamed',
      '2 link One',
      '3 link One',
      '4 refused Unnamed',
    ]);
    expect(await shown('<DT><A HREF="https://a.example/1">One<DT><A HREF="https://a.example/2">Two')).toEqual(
      ['1 link One', '1 link Two'],
    );
  });

  it('keeps addresses with spaces and line breaks as browsers read them', async () => {
    const a = (url: string) => `<DT><A HREF="${url}">x</A>\n`;
    const text = [
      'https://a.example/my file.pdf',
      ' https://a.example/lead ',
      'https://a.example/line\nbreak',
    ]
      .map(a)
      .join('');
    const entries = await entriesOf(text);
    expect(entries.flatMap((each) => (each.kind === 'link' ? each.link.url : []))).toEqual([
      'https://a.example/my%20file.pdf',
      'https://a.example/lead',
      'https://a.example/linebreak',
    ]);
  });

  it('gives bookmarks without a date, or with what is none, no date', () => {
    const now = new Date('2026-03-01T12:00:00Z');
    const dates = ['', '0', '-1', 'yesterday 12', '1e9', '99999999999999999', '9'.repeat(40), '5 apples'];
    for (const date of dates) expect(importedDate(date, now)).toBeNull();
    expect(importedDate('1650000000.5', now)).toBe('2022-04-15T05:20:00.500Z');
    expect(importedDate('2022-04-15T05:20:00Z', now)).toBe('2022-04-15T05:20:00.000Z');
  });

  it('of hostile text takes time in proportion', { timeout: 240_000 }, async () => {
    const took = async (text: string) => {
      const before = process.cpuUsage();
      await entriesOf(text, 64 * 1024).catch(() => []);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const a = '<A HREF="https://a.example/">';
    const hostile = [
      '<',
      '<!--',
      '<a ',
      '<a x="',
      `${a}<p>`,
      `${a}<a `,
      '<b ',
      '</a ',
      '&',
      "<a b='\n",
      '<p\n',
    ];
    const repeated = (unit: string) => (bytes: number) => unit.repeat(bytes / unit.length);
    const inTag = (name: string, unit: string) => (bytes: number) =>
      `<A HREF="https://a.example/" ${name}="${repeated(unit)(bytes)}">x</A>`;
    const texts: [string, (bytes: number) => string][] = [
      ...hostile.map((unit): [string, (bytes: number) => string] => [unit, repeated(unit)]),
      ...[',', 'a,', ' ,', '&amp;'].map((unit): [string, (bytes: number) => string] => [
        `tags of ${unit}`,
        inTag('TAGS', unit),
      ]),
      ['dates', inTag('ADD_DATE', '1')],
      ['numbers', (bytes) => `${a}${repeated('x (2) ')(bytes)}</A>`],
      ['addresses', (bytes) => `<A HREF="${repeated(' https://')(bytes)}">`],
    ];
    for (const [what, text] of texts) {
      const small = await took(text(50_000));
      const large = await took(text(500_000));
      expect(large / (small + 20_000), what).toBeLessThan(40);
    }
  });

  it('is refused when it has none, or what no exporter writes', async () => {
    const measured = (text: string) => measureBookmarks(async () => piecesOf(text, 65_536), rules);
    for (const text of ['', '<html><p>Hello</p></html>', '<b>'.repeat(3000)])
      await expect(measured(text)).rejects.toMatchObject({ code: 'bookmarks.none' });
    const unreadable = { code: 'bookmarks.unreadable' };
    await expect(measured('<DL>'.repeat(3000))).rejects.toMatchObject(unreadable);
    await expect(measured(`<a href="${'x'.repeat(5_000_000)}`)).rejects.toMatchObject(unreadable);
    const many = Array.from({ length: 50_001 }, (_, n) => `<DT><H3>a${n}</H3><DL></DL><DT><H3>b${n}`);
    await expect(measured(many.join(''))).rejects.toMatchObject(unreadable);
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
