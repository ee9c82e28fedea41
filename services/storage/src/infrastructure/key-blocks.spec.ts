import { createIds } from '@skyshelf/tokens';
import { fakeClock } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import type { StorageCollections } from './collections.js';
import { KeyBlocks } from './key-blocks.js';

const HOUR = 3600_000;
const clock = fakeClock(new Date());

it('records keys by the block, forgets it when all are settled, and gives none out that are old', async () => {
  const blocks = new Map<unknown, { keys: string[] }>();
  const reserved = {
    insertOne: async (block: { _id: string; keys: string[] }) => void blocks.set(block._id, block),
    deleteOne: async ({ _id }: { _id: string }) => void blocks.delete(_id),
  } as unknown as StorageCollections['reserved'];
  const keys = new KeyBlocks(reserved, {}, createIds(clock), clock, HOUR);
  const taken = await Promise.all(Array.from({ length: 300 }, () => keys.take()));
  const recorded = [...blocks.values()].flatMap((block) => block.keys);
  expect([new Set(taken).size, blocks.size]).toEqual([300, 2]);
  expect(taken.every((key) => recorded.includes(key))).toBe(true);
  for (const key of taken) keys.settle(key);
  expect(blocks.size).toBe(1);
  const last = await keys.take();
  clock.advance(HOUR / 60);
  await keys.take();
  expect([blocks.size, keys.isLate(last)]).toEqual([2, false]);
  clock.advance(HOUR);
  expect(keys.isLate(last)).toBe(true);
  keys.settle(last);
  expect(blocks.size).toBe(1);
});
