import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { keepNamesInFile, readName } from './known-names.js';

describe('the names of before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-names-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const names = (file: string) =>
    keepNamesInFile(join(folder, file))
      .list()
      .map((each) => each.name);

  it('are still there after a restart, the newest first, each once', () => {
    const keeper = keepNamesInFile(join(folder, 'a.json'));
    for (const name of ['Ann', 'Bea', 'ann']) keeper.remember({ id: name.toLowerCase(), name });
    expect(names('a.json')).toEqual(['ann', 'Bea']);
  });

  it('are not endless', () => {
    const keeper = keepNamesInFile(join(folder, 'b.json'));
    for (let count = 0; count < 40; count += 1) keeper.remember({ id: `n${count}`, name: `n${count}` });
    expect(names('b.json')).toHaveLength(12);
    expect(names('b.json')[0]).toBe('n39');
  });

  it('are only forgotten when their file is damaged', () => {
    writeFileSync(join(folder, 'c.json'), '{"half');
    expect(names('c.json')).toEqual([]);
    expect(names('missing.json')).toEqual([]);
  });
});

describe('a typed name', () => {
  it('is one person however it is written', () => {
    for (const typed of ['alice', 'Alice', ' ALICE ', 'ａｌｉｃｅ'])
      expect(readName(typed)?.id).toBe('alice');
    expect(readName('Anna  Maria Bell')).toEqual({ id: 'anna-maria-bell', name: 'Anna Maria Bell' });
    expect(readName("Zoë O'Neil")).toEqual({ id: 'zoë-oneil', name: "Zoë O'Neil" });
  });

  it('is not taken when nothing usable is left', () => {
    for (const typed of ['', '   ', '...', '<>', '/../', '\u0000', null, undefined, 5, 'x'.repeat(1001)])
      expect(readName(typed)).toBeNull();
  });

  it('never carries what could be a tag, a path or a provider into an id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const known = readName(typed);
        if (known) expect(known.id).toMatch(/^[\p{L}\p{M}\p{N}._@-]{1,200}$/u);
      }),
    );
  });
});
