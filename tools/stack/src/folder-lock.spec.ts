import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withFolderLock } from './folder-lock.js';
import { scratchFolder } from './testing/scratch-folder.js';

let folder: ReturnType<typeof scratchFolder>;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => folder.remove());

it('lets one work at a time, and all in the end', async () => {
  const path = join(folder.path, 'lock');
  let inside = 0;
  const seen: number[] = [];
  const work = () =>
    withFolderLock(path, async () => {
      inside += 1;
      await new Promise(setImmediate);
      seen.push(inside);
      inside -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(seen).toEqual([1, 1, 1]);
  expect(existsSync(path)).toBe(false);
});

it('takes over a lock whose process has died, and one whose id a stranger has been given', async () => {
  const path = join(folder.path, 'lock');
  for (const dead of [`${2 ** 22 + 1} 1`, `${process.pid} 1`]) {
    writeFileSync(path, dead);
    expect(await withFolderLock(path, async () => 'done')).toBe('done');
  }
});

it('is free again after work that has failed', async () => {
  const path = join(folder.path, 'lock');
  const failing = withFolderLock(path, () => Promise.reject(new Error('no luck')));
  await expect(failing).rejects.toThrow('no luck');
  expect(await withFolderLock(path, async () => 'done')).toBe('done');
});
