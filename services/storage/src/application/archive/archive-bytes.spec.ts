import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { joinSmallChunks } from './archive-bytes.js';

const joined = async (sizes: number[]): Promise<number[]> => {
  const chunks = Readable.from(sizes.map((size) => Buffer.alloc(size)));
  return (await Array.fromAsync(joinSmallChunks(chunks))).map(({ length }) => length);
};

describe('Small chunks of an archive', () => {
  it('are sent together, but for the first', async () => {
    expect(await joined([30, 1000, 30, 1000, 30])).toEqual([30, 2060]);
  });

  it('wait for no more than 64 KiB', async () => {
    expect(await joined([1, ...Array<number>(10).fill(7000)])).toEqual([1, 70_000]);
  });

  it('go before a large one, which stays as it is', async () => {
    expect(await joined([1, 40, 100_000, 40, 9000, 40])).toEqual([1, 40, 100_000, 40, 9000, 40]);
  });

  it('keep their bytes and their order', async () => {
    const all = Array.from({ length: 300 }, (_, index) => Buffer.alloc((index * 37) % 900, index));
    const bytes = await Array.fromAsync(joinSmallChunks(Readable.from(all)));
    expect(Buffer.concat(bytes).equals(Buffer.concat(all))).toBe(true);
  });
});
