import type { BlobId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MongoJobQueue } from './infrastructure/job-queue.js';
import { addJobs, queueOf } from '../testing/queued-jobs.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
let queue: MongoJobQueue;
beforeEach(async () => {
  media = await runMedia(null);
  queue = queueOf(media, 'worker');
});
afterEach(() => media.stop());

const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

describe('jobs that are claimed ahead', () => {
  it('are each one claimant’s, in their turn', async () => {
    await addJobs(media, newDrive(), ...Array.from({ length: 30 }, (_, n) => `job-${n}`));
    const ahead = (worker: string) => queueOf(media, worker).claimAhead('thumbnail', 'quick', 60_000, 12);
    const claimed = [...(await Promise.all(['a', 'b', 'c'].map(ahead))), await ahead('d')];
    const ids = claimed.flat().map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const each of claimed) expect(each).toEqual(each.toSorted((one, other) => one.turn - other.turn));
  });

  it('have had no try when their worker dies, until one is claimed to be begun', async () => {
    await addJobs(media, newDrive(), 'photo');
    for (const token of [1, 2]) {
      expect(await queue.claimAhead('thumbnail', 'quick', 3600_000, 5)).toMatchObject([{ token, tries: 0 }]);
      await queue.takeBack();
    }
    expect(await queue.claim('thumbnail', 'quick', 3600_000)).toMatchObject({ tries: 0 });
    await queue.takeBack();
    expect(await queue.claimAhead('thumbnail', 'quick', 60_000, 5)).toMatchObject([{ tries: 1 }]);
  });

  it('are made and end together, and the others hear of each', async () => {
    const blobIds = await Promise.all(Array.from({ length: 60 }, async () => media.storage.add(await png())));
    await media.start({ roles: [] });
    await media.uploaded(
      newDrive(),
      blobIds.map((blobId) => ({ blobId, kind: 'image/png' })),
    );
    await media.another();
    await eventually(() => media.events.length === 60, { timeoutMs: 90_000 });
    const told = media.events.map(({ data }) => (data.source as { blobId: BlobId }).blobId);
    expect(new Set(told)).toEqual(new Set(blobIds));
    expect(new Set(media.events.map(({ id }) => id)).size).toBeLessThan(60);
    expect(await media.jobs.countDocuments({ state: 'done', tries: 0, token: 1 })).toBe(60);
  }, 100_000);

  it('end one without the other when that has gone to another worker', async () => {
    await addJobs(media, newDrive(), 'ours', 'lost');
    const [ours, lost] = await queue.claimAhead('thumbnail', 'quick', 1, 2);
    await eventually(
      async () => (await queueOf(media, 'faster').claim('thumbnail', 'quick', 60_000)) !== null,
    );
    const both = [lost, ours].flatMap((job) => (job ? [queue.end(job, 'done', null, null)] : []));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
    expect(await media.jobs.countDocuments({ state: 'done' })).toBe(1);
  });
});
