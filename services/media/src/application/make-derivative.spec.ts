import type { BlobId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { unlessAborted } from '@skyshelf/jobs';
import { abortWhenUnwanted } from './make-derivative.js';

const source = { blobId: 'b1' as BlobId };
const stored = { key: 'b1', size: 1, type: 'video/mp4' };
const { signal } = new AbortController();
const endless = (given: AbortSignal) => unlessAborted(given, new Promise<string>(() => {}));

it('breaks work off when its source is gone', async () => {
  let asked = 0;
  const find = async () => ((asked += 1) > 2 ? null : stored);
  expect(await abortWhenUnwanted({ find }, source, signal, endless, 1)).toBeNull();
  expect(asked).toBe(3);
});

it('goes on while no one can say', async () => {
  let asked = 0;
  const find = async () => {
    if ((asked += 1) > 2) return null;
    throw new Error('away');
  };
  expect(await abortWhenUnwanted({ find }, source, signal, endless, 1)).toBeNull();
  expect(asked).toBe(3);
});

it('gives what was made, and the trouble of the work itself', async () => {
  const find = async () => stored;
  expect(await abortWhenUnwanted({ find }, source, signal, async () => 'made', 1)).toBe('made');
  const failing = abortWhenUnwanted({ find }, source, signal, () => Promise.reject(new Error('broken')), 1);
  await expect(failing).rejects.toThrow('broken');
});
