import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkAddress } from '@skyshelf/contracts/rules';
import { builtInElements } from './built-in-elements.data.js';

const folder = resolve(import.meta.dirname, '../../../../web/public/assets/built-in');
const pictures = builtInElements.flatMap(({ icon, hiIcon }) => [icon, hiIcon]);

describe('the built-in elements', () => {
  it('are enough for a start page, each with an id, a name and an address that a link may have', () => {
    expect(builtInElements.length).toBeGreaterThanOrEqual(12);
    for (const key of ['id', 'name', 'url', 'nameKey'] as const)
      expect(new Set(builtInElements.map((each) => each[key])).size).toBe(builtInElements.length);
    for (const { id, url } of builtInElements) {
      expect(id).toMatch(/^default:[a-z-]+$/);
      expect(linkAddress(url).value).toBe(url);
    }
    const tags = new Set(builtInElements.flatMap((each) => each.tags));
    for (const wanted of ['video', 'social', 'mail']) expect(tags).toContain(wanted);
  });

  it('have two pictures each, whose names follow their content, because browsers keep them for good', () => {
    const wrong = pictures.flatMap((address) => {
      const file = address.replace('/assets/built-in/', '');
      const hash = createHash('sha256')
        .update(readFileSync(resolve(folder, file)))
        .digest('hex');
      return file.endsWith(`-${hash.slice(0, 8)}.svg`)
        ? []
        : [`${file} should end in -${hash.slice(0, 8)}.svg`];
    });
    expect(wrong).toEqual([]);
    expect(new Set(pictures).size).toBe(pictures.length);
    expect(readdirSync(folder).toSorted()).toEqual(pictures.map((each) => each.slice(17)).toSorted());
  });

  it('have pictures that do nothing but show themselves', () => {
    for (const address of pictures)
      expect(readFileSync(resolve(folder, address.slice(17)), 'utf8')).not.toMatch(
        /<script|<foreignObject|<image|\bon\w+=|href|data:|@import/i,
      );
  });
});
