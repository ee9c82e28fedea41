import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FolderSync } from './folder-sync.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-sync-'));
});
afterAll(() => rm(root, { recursive: true }));

it('lets those who come while a sync runs wait for the next one, which they share', async () => {
  const sync = new FolderSync();
  const first = sync.sync(root);
  const second = sync.sync(root);
  expect(second).not.toBe(first);
  expect(sync.sync(root)).toBe(second);
  await second;
  expect(sync.sync(root)).not.toBe(second);
  await sync.close();
});

it('tells every caller of a failure, and works again when the folder does', async () => {
  const sync = new FolderSync();
  const folder = join(root, 'later');
  const outcomes = await Promise.allSettled([sync.sync(folder), sync.sync(folder), sync.sync(folder)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await mkdir(folder);
  await sync.sync(folder);
  await sync.close();
});
