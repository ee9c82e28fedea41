import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameLines } from './name-lines.js';

/** Every character is ten pixels wide. */
const measure = (text: string): number => [...text].length * 10;
const lines = (name: string, characters: number): string[] => nameLines(name, characters * 10, measure);

describe('names under tiles', () => {
  it('leaves a short name alone', () => expect(lines('hike.jpg', 12)).toEqual(['hike.jpg']));
  it('breaks between words', () => expect(lines('ferry at noon.jpg', 10)).toEqual(['ferry at', 'noon.jpg']));
  it('breaks early rather than within a word that fits on the second line', () =>
    expect(lines('Ferry tickets.pdf', 16)).toEqual(['Ferry', 'tickets.pdf']));
  it('breaks after a hyphen', () =>
    expect(lines('morning-light.jpg', 10)).toEqual(['morning-', 'light.jpg']));
  it('takes the middle out of a long name, so the extension stays legible', () =>
    expect(lines('report-final-draft-with-comments-v2.pdf', 16)).toEqual([
      'report-final-',
      'draft…nts-v2.pdf',
    ]));
  it('does not take a sentence for an extension', () =>
    expect(lines('Dr. Who and the very long title of things', 14)[1]).toMatch(/…things$/));
  it('keeps an extension in one piece', () => {
    expect(lines('empty 40722.md', 13)).toEqual(['empty', '40722.md']);
    expect(lines('abcdefghijk.jpeg', 14)).toEqual(['abcdefghij', 'k.jpeg']);
  });
  it('breaks a word that has no better place', () =>
    expect(lines('abcdefghijklmnop', 10)).toEqual(['abcdefghij', 'klmnop']));

  it('never draws more than two lines, none wider than the tile, and keeps beginning and end [F2.15]', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }),
        fc.integer({ min: 12, max: 40 }),
        (text, width) => {
          const name = text.trim() || 'x';
          const drawn = lines(name, width);
          expect(drawn.length).toBeLessThanOrEqual(2);
          for (const line of drawn) expect(measure(line)).toBeLessThanOrEqual(width * 10);
          expect(name.startsWith(drawn[0]!)).toBe(true);
          expect(name.endsWith(drawn.at(-1)!.split('…').at(-1)!)).toBe(true);
        },
      ),
    );
  });
});
