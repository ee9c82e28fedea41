import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readName } from './name.js';

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
