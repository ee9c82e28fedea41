import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FolderNames, MOST_NAME_BYTES, safeName } from './entry-names.js';

describe('the name of an entry', () => {
  it.each([
    ['Urlaub in Österreich.jpg'],
    ['写真 二〇二六.png'],
    ['Фото.jpg'],
    ['صور العائلة.zip'],
    ['.bashrc'],
    ['👩‍👩‍👧.webp'],
    ['concert.mp3'],
  ])('stays as it is where every system takes it: %s', (name) => expect(safeName(name)).toBe(name));

  it.each([
    ['..', '__'],
    ['.', '_'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['/absolute', '_absolute'],
    ['C:\\Windows', 'C__Windows'],
    ['a\u0000b\nc\u007f', 'a_b_c_'],
    ['photo\u202egpj.exe', 'photo_gpj.exe'],
    ['NUL', '_NUL'],
    ['con.txt', '_con.txt'],
    ['COM¹ .log', '_COM¹ .log'],
    ['ends with a dot.', 'ends with a dot_'],
    ['ends with spaces  ', 'ends with spaces__'],
    ['half a \ud800 character', 'half a \ufffd character'],
    ['', '_'],
  ])('%j becomes one that is no path, no device and nothing else: %j', (name, safe) =>
    expect(safeName(name)).toBe(safe),
  );

  it('is cut to what file systems take, with its extension and between characters', () => {
    expect(safeName(`${'界'.repeat(200)}.jpeg`)).toBe(`${'界'.repeat(83)}.jpeg`);
  });

  it('is never longer, never a path and never another one’s, whatever the names are', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('A', 'a', 'a (2)', 'A (2).txt', 'a.txt', '..', 'ß', 'SS', 'aux', 'é', 'e\u0301'),
      fc.constant('界'.repeat(250)),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const folder = new FolderNames();
        const taken = names.map((each) => folder.take(each));
        expect(new Set(taken.map((each) => each.toLowerCase())).size).toBe(names.length);
        for (const each of taken) {
          expect(Buffer.byteLength(each)).toBeLessThanOrEqual(MOST_NAME_BYTES);
          expect(each).not.toMatch(/[/\\\p{Cc}]|^\.{0,2}$|[. ]$/u);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is numbered where it is there already, before its extension', () => {
    const folder = new FolderNames();
    const taken = ['Sea.jpg', 'sea.JPG', 'Sea.jpg', 'Sea (2).jpg'].map((each) => folder.take(each));
    expect(taken).toEqual(['Sea.jpg', 'sea (2).JPG', 'Sea (3).jpg', 'Sea (2) (2).jpg']);
  });

  it('is numbered among thousands that are cut to the same one', () => {
    const folder = new FolderNames();
    const taken = Array.from({ length: 5000 }, (_, number) => folder.take(`${'界'.repeat(250)}${number}`));
    expect(new Set(taken).size).toBe(5000);
    expect(taken.at(-1)).toMatch(/界 \(5000\)$/);
  });
});
