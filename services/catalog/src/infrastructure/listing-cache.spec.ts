import { expect, it } from 'vitest';
import type { LoadedListing } from '../application/reads/listings.js';
import { ListingCache } from './listing-cache.js';

const listing: LoadedListing = { version: 1, bytes: Buffer.from('[]'), exact: true };

it('reads a few listings at a time, in the order in which they were asked for', async () => {
  const cache = new ListingCache(1_000_000);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string) =>
    cache.at(1, name, async () => {
      begun.push(name);
      await new Promise<void>((end) => void ends.push(end));
      if (name === '0') throw new Error('the database is away');
      return listing;
    });
  const names = Array.from({ length: 20 }, (_, index) => String(index));
  const asked = Promise.allSettled(names.map(ask));
  await Promise.resolve();
  expect(begun).toEqual(names.slice(0, 8));
  for (let left = names.length; left > 0; left -= 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  expect((await asked).map(({ status }) => status)).toEqual([
    'rejected',
    ...names.slice(1).map(() => 'fulfilled'),
  ]);
  expect(begun).toEqual(names);
});
