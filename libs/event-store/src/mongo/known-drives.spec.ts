import { expect, it, vi } from 'vitest';
import { KnownRows } from './known-drives.js';

it('spares the search that found nothing at the same fence, and no other', async () => {
  const find = vi.fn((_where: object, _options: object) => Promise.resolve([]));
  const source = { find, get: async () => [], chain: async () => [] };
  const known = new KnownRows();
  await known.watched(source, 7).find({ id: 'a' }, {});
  expect(await known.over(source, 7).find({ id: 'a' }, { limit: 1 })).toEqual([]);
  expect(find).toHaveBeenCalledTimes(1);
  await known.over(source, 7).find({ id: 'b' }, {});
  await known.over(source, 8).find({ id: 'a' }, {});
  expect(find).toHaveBeenCalledTimes(3);
});

it('asks again for what was found', async () => {
  const find = vi.fn((_where: object, _options: object) => Promise.resolve([{ id: 'a' }]));
  const source = { find, get: async () => [], chain: async () => [] };
  const known = new KnownRows();
  await known.watched(source, 7).find({ id: 'a' }, {});
  await known.over(source, 7).find({ id: 'a' }, {});
  expect(find).toHaveBeenCalledTimes(2);
});
