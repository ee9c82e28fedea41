import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ReferenceSpill } from './reference-spill.js';

const row = (n: number) => ({
  id: `e${n}`,
  class: 'item',
  blobId: n % 2 === 0 ? `b${n}` : null,
  derived: { thumbnail: { blobId: `t${n}`, bytes: n } },
});

it('what is laid down comes back in order, as often as it is read, and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'skyshelf-spill-'));
  const spill = await ReferenceSpill.open(join(folder, 'ann.tar'));
  expect(await Array.fromAsync(spill.pages())).toEqual([]);
  await spill.add(row(0));
  await spill.clear();
  for (let n = 0; n < 1_234; n += 1) {
    await spill.add(row(n));
    await spill.add({ ...row(n), class: 'folder' });
  }
  const rows = Array.from({ length: 1_234 }, (_, n) => row(n));
  for (let times = 0; times < 2; times += 1) {
    const pages = await Array.fromAsync(spill.pages());
    expect(pages.map((page) => page.length)).toEqual([500, 500, 234]);
    expect(pages.flat()).toEqual(rows);
  }
  expect(await readdir(folder)).toEqual([]);
  await spill.close();
  await rm(folder, { recursive: true });
});
