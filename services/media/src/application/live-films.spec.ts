import { holderOf, type BlobId, type DriveId, type ElementId } from '@skyshelf/contracts';
import { createLogger } from '@skyshelf/telemetry';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from './job.js';
import { LiveFilms, type LiveRun } from './live-films.js';

const ann = { drive: 'ann' as DriveId };
const job = { drive: ann.drive, source: { blobId: 'film' as BlobId } } as Job;

const elsewhere = 'another-folder' as ElementId;

let shownAs: string[];
let isThere: boolean;
let closed: string[];
let films: LiveFilms;
beforeEach(() => {
  shownAs = [];
  isThere = true;
  closed = [];
  films = new LiveFilms({
    makeFolder: async () => '/folder',
    record: async (_, run) => shownAs.push(run ?? 'none') > 0,
    isLive: async ({ scope }, blobId) => isThere && blobId === 'film' && scope?.roots?.[0] !== elsewhere,
    logger: createLogger({ service: 'media', level: 'silent' }),
  });
});

const run = (name: string, { bytes = 1, hasEnded = false } = {}): LiveRun => ({
  list: name,
  file: async (file) => (file === 9 ? null : `/${name}/${file}`),
  bytes,
  hasEnded,
  close: async () => void closed.push(name),
});
/** Shows a run of the film, and tells its name. */
async function show(shown: LiveRun): Promise<string> {
  await films.stageOf(job)?.show(shown);
  return shownAs.at(-1) ?? '';
}

describe('a film that is watched while it is converted', () => {
  it('is read by its owner', async () => {
    const id = await show(run('a'));
    expect(holderOf(id)).toBe(films.holder);
    expect(await films.read(ann, id, 'index.m3u8')).toEqual({ list: 'a' });
    expect(await films.read(ann, id, 'init.mp4')).toEqual({ path: '/a/head' });
    expect(await films.read(ann, id, '3.m4s')).toEqual({ path: '/a/3' });
    await expect(films.read(ann, id, '9.m4s')).rejects.toMatchObject({ code: 'file.not-found' });
  });

  it('never shows a segment of another run of the same film', async () => {
    const old = await show(run('old'));
    const fresh = await show(run('fresh'));
    expect(fresh).not.toBe(old);
    expect(await films.read(ann, fresh, '3.m4s')).toEqual({ path: '/fresh/3' });
    expect(await films.read(ann, old, '3.m4s')).toEqual({ path: '/old/3' });
  });

  it('is not there for others, nor when its last element is gone', async () => {
    const id = await show(run('a'));
    const ben = { drive: 'ben' as DriveId };
    const visitor = { ...ann, scope: { roots: [elsewhere] } };
    for (const other of [ben, visitor])
      await expect(films.read(other, id, '3.m4s')).rejects.toMatchObject({ code: 'file.not-found' });
    isThere = false;
    await expect(films.read(ann, id, '3.m4s')).rejects.toMatchObject({ code: 'file.not-found' });
  });

  it('has ended where no run has this name', async () => {
    await expect(films.read(ann, 'unknown', '3.m4s')).rejects.toMatchObject({
      code: 'live.ended',
      status: 410,
    });
  });

  it('is not there any more when it is withdrawn', async () => {
    const slow = run('slow');
    const id = await show(slow);
    await films.stageOf(job)?.withdraw(slow);
    await expect(films.read(ann, id, '3.m4s')).rejects.toMatchObject({ code: 'live.ended' });
    expect(shownAs.at(-1)).toBe('none');
  });

  it('stays a while after its end for those who still watch, and no longer', async () => {
    const going = await show(run('going'));
    const over = await show(run('over', { hasEnded: true }));
    await films.sweep();
    expect(await films.read(ann, over, '3.m4s')).toEqual({ path: '/over/3' });
    await films.sweep(performance.now() + 70_000);
    expect(closed).toEqual(['over']);
    await expect(films.read(ann, over, '3.m4s')).rejects.toMatchObject({ code: 'live.ended' });
    expect(await films.read(ann, going, '3.m4s')).toEqual({ path: '/going/3' });
  });

  it('goes earlier where all that have ended take up too much, the longest unread first', async () => {
    const large = { bytes: 0.6 * 1024 ** 3, hasEnded: true };
    const first = await show(run('first', large));
    await show(run('second', large));
    await films.read(ann, first, '0.m4s');
    await films.sweep();
    expect(closed).toEqual(['second']);
  });

  it('goes with its process', async () => {
    await show(run('a'));
    await films.stop();
    expect(closed).toEqual(['a']);
  });
});
