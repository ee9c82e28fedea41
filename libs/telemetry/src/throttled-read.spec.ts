import { expect, it } from 'vitest';
import { throttled } from './throttled-read.js';

it('reads again after its time, and at once after a failure', async () => {
  let now = 0;
  let reads = 0;
  let fails = false;
  const read = throttled(
    async () => {
      reads += 1;
      if (fails) throw new Error('away');
    },
    1000,
    () => now,
  );
  await read();
  await read();
  expect(reads).toBe(1);
  now = 1000;
  fails = true;
  await expect(read()).rejects.toThrow('away');
  await expect(read()).rejects.toThrow('away');
  expect(reads).toBe(3);
});
