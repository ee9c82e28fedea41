import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.js';
import { bearerToken, cookieValue } from './presented-token.js';
import { isUsableId, readProfile } from './profile.js';
import { failedAddress } from './return-target.js';

const SIZE = 64 * 1024;
const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
/** What makes patterns with two ways to match the same text take time that grows with the square. */
const hostile = [
  ' ',
  'a',
  '.',
  'a ',
  '. ',
  ';',
  'a=',
  ',',
  ':',
  '::',
  '0',
  '\t',
  'é',
  '%',
  '/',
  '\u0000',
].flatMap((unit) => [fill(unit), `${fill(unit)}!`, `bearer ${fill(unit)}!`, `bearer${fill(unit)}\u0001`]);

const readers: Record<string, (text: string) => unknown> = {
  bearerToken: (text) => {
    try {
      return bearerToken(text);
    } catch {
      return null;
    }
  },
  cookieValue: (text) => cookieValue(text, 'skyshelf'),
  clientAddress: (text) => clientAddress('127.0.0.1', text, 2),
  isUsableId,
  readProfile: (text) => readProfile('local', { sub: 'x', name: text, picture: text }),
  failedAddress: (text) => failedAddress('/callback', text),
};

/** The best of several, so that a busy machine fails no one. */
function bestOf(times: number, run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < times && best > 5; round += 1) {
    const began = performance.now();
    run();
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('takes at most 5 ms for 64 KB of anything', () => {
    for (const text of hostile)
      expect(
        bestOf(12, () => read(text)),
        JSON.stringify(text.slice(0, 12)),
      ).toBeLessThan(5);
  });
});
