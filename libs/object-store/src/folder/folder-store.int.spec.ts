import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { objectStoreContract } from '../../testing/object-store.contract.js';
import { createFolderStore } from './folder-store.js';

objectStoreContract('folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'object-store-'));
  const store = await createFolderStore({ root });
  return {
    store,
    minPartBytes: 64 * 1024,
    close: async () => {
      await store.close();
      await rm(root, { recursive: true });
    },
  };
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const openFiles = async () => (await readdir('/proc/self/fd')).length;

it('finds everything again after it is reopened', async () => {
  const first = await createFolderStore({ root });
  const info = await first.put('photo', Buffer.from('bytes'));
  const id = await first.createMultipart('film');
  const part = await first.putPart('film', id, 1, Buffer.from('scene'), 5);
  await first.close();

  const second = await createFolderStore({ root });
  expect(await second.head('photo')).toEqual(info);
  expect(await second.listParts('film', id)).toEqual([part]);
  await second.close();
});

it('removes at its start what a killed writer left, but not what is being written', async () => {
  await (await createFolderStore({ root })).close();
  await writeFile(join(root, 'temp', 'left'), 'half');
  const twoHoursAgo = new Date(Date.now() - 2 * 3600_000);
  await utimes(join(root, 'temp', 'left'), twoHoursAgo, twoHoursAgo);
  await writeFile(join(root, 'temp', 'in-work'), 'half');

  await (await createFolderStore({ root })).close();
  expect(await readdir(join(root, 'temp'))).toEqual(['in-work']);
});

it('removes within the hour what was still fresh at its start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let now = Date.now();
  const store = await createFolderStore({ root, clock: { now: () => new Date(now) } });
  await writeFile(join(root, 'temp', 'left'), 'half');
  now += 2 * 3600_000;
  vi.advanceTimersByTime(3600_000);
  await eventually(async () => (await readdir(join(root, 'temp'))).length === 0);
  await store.close();
});

it('says that the folder is full or unusable in words of its own', async () => {
  await writeFile(join(root, 'file'), '');
  await expect(createFolderStore({ root: join(root, 'file') })).rejects.toMatchObject({
    name: 'ObjectStoreError',
    code: 'unavailable',
  });
});

it('keeps no file open when readers go away', async () => {
  const store = await createFolderStore({ root });
  await store.put('photo', Buffer.alloc(2 * 1024 * 1024));
  const before = await openFiles();
  const opened = await Promise.all(Array.from({ length: 50 }, () => store.get('photo')));
  for (const { body } of opened.slice(0, 25)) body.destroy(); // before the first byte
  for (const { body } of opened.slice(25)) body.once('data', () => body.destroy());
  await eventually(async () => (await openFiles()) <= before);
  await store.close();
});

it('leaves no temp file whatever goes wrong', async () => {
  const store = await createFolderStore({ root });
  await store.put('taken', Buffer.from('x'));
  const id = await store.createMultipart('film');
  const wrong: Promise<unknown>[] = [
    store.put('taken', Buffer.from('y'), { ifAbsent: true }),
    store.put('short', Buffer.from('y'), { size: 5 }),
    store.put('long', Readable.from([Buffer.alloc(70_000)]), { size: 5 }),
    store.put(
      'broken',
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      }),
    ),
    store.putPart('film', id, 1, Buffer.from('y'), 7),
  ];
  expect((await Promise.allSettled(wrong)).map(({ status }) => status)).toEqual(wrong.map(() => 'rejected'));
  await store.abortMultipart('film', id);
  expect(await readdir(join(root, 'temp'))).toEqual([]);
  expect(await readdir(join(root, 'multipart'))).toEqual([]);
  await store.close();
});

it.skipIf(process.platform !== 'linux')(
  'says "full" when the disk is full, and leaves nothing',
  async ({ skip }) => {
    const run = promisify(execFile);
    const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', root]).then(
      () => true,
      () => false,
    );
    if (!mounted) skip('a small file system cannot be mounted here');
    try {
      const store = await createFolderStore({ root });
      await expect(store.put('large', Buffer.alloc(4 * 1024 * 1024))).rejects.toMatchObject({ code: 'full' });
      expect(await readdir(join(root, 'temp'))).toEqual([]);
      await store.put('small', Buffer.from('fits'));
      await store.close();
    } finally {
      await run('umount', [root]);
    }
  },
);
