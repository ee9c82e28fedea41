import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Kind } from './application/kind.js';
import { kinds } from './kinds/registry.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

const before = process.env.TMPDIR;
const folder = await mkdtemp(join(tmpdir(), 'skyshelf-small-disk-'));
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).status === 0;
if (!mounted) console.warn('Skipped: this user may not mount a small disk.');

/** Made by a tool that needs 4 KB for its file. */
const written: Kind = {
  ...kinds.thumbnail,
  make: async (_source, workspace) => {
    const path = workspace.path('made');
    await writeFile(path, Buffer.alloc(4096));
    return { path, width: 1, height: 1 };
  },
};

let media: RunningMedia;
beforeAll(async () => {
  media = await runMedia({}, { ...kinds, thumbnail: written });
  if (mounted) process.env.TMPDIR = folder;
});
afterAll(async () => {
  await media.stop();
  if (mounted) {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    spawnSync('umount', ['-l', folder]);
  }
  await rm(folder, { recursive: true, force: true });
});

it.runIf(mounted)(
  'a job waits while there is no room for temporary files, and is done when there is',
  async () => {
    const { bavail, bsize } = await statfs(folder);
    await writeFile(join(folder, 'others'), Buffer.alloc(bavail * bsize));
    const blobId = await media.storage.add(Buffer.from('a photo'));
    await media.uploaded(newDrive(), [{ blobId, kind: 'image/jpeg' }]);
    const job = () => media.jobs.findOne({ kind: 'thumbnail' });
    // Claimed at least twice, and given back.
    await eventually(async () => ((await job())?.token ?? 0) >= 2, { timeoutMs: 50_000 });
    expect(await job()).toMatchObject({ open: true, tries: 0, reason: null });
    await rm(join(folder, 'others'));
    await eventually(async () => (await job())?.state === 'done', { timeoutMs: 50_000 });
    expect(await job()).toMatchObject({ tries: 0 });
    expect(media.storage.derived.get(blobId)).toHaveLength(1);
  },
);
