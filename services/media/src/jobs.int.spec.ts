import type { BlobId, ElementId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, describe, it } from 'vitest';
import { madeByFfmpeg } from '../testing/corpus/ffmpeg-files.js';
import { queueOf } from '../testing/queued-jobs.js';
import { queueRequestOf } from './infrastructure/job-queue.js';
import { typed } from './infrastructure/tools/run-tool.js';
import { kinds } from './kinds/registry.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
beforeEach(async () => void (media = await runMedia(null)));
afterEach(() => media.stop());

const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

const hasFfmpeg = (await kinds.mp4.tool.check()).status === 'ok';
/** It takes some seconds to convert. */
const film = madeByFfmpeg('film.avi', typed('-f lavfi -i testsrc2=s=640x360:r=25:d=60 -c:v mpeg4 -q:v 5'));

it.each(['waiting', 'running'] as const)(
  'a job that the version before libs/jobs left %s is worked on',
  async (state) => {
    const blobId = await media.storage.add(await png());
    const left = { kind: 'thumbnail', drive: newDrive(), elementId: 'photo', source: { blobId }, state };
    await media.database.db.collection<{ _id: string; [field: string]: unknown }>('jobs').insertOne({
      _id: `thumbnail.photo.${blobId}`,
      ...left,
      open: true,
      lane: 'quick',
      turn: 0,
      due: new Date(0),
      token: state === 'running' ? 1 : 0,
      worker: state === 'running' ? 'gone' : null,
      tries: 0,
      actor: null,
      trace: null,
      created: new Date(0),
      ended: null,
      reason: null,
    });
    await media.start({});
    await eventually(() => media.events.length === 1, { timeoutMs: 50_000 });
    expect(media.events[0]?.data).toMatchObject({
      kind: 'thumbnail',
      elementId: 'photo',
      source: { blobId },
    });
    expect(await media.jobs.findOne({})).toMatchObject({ state: 'done', source: { blobId } });
  },
);

it('what is seen is made first: the thumbnails of all, then the previews', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const blobIds = await Promise.all(Array.from({ length: 5 }, () => media.storage.add(svg)));
  await media.start({ roles: [] });
  await Promise.all(blobIds.map((blobId) => media.uploaded(newDrive(), [{ blobId, kind: 'image/svg+xml' }])));
  await eventually(async () => (await media.jobs.countDocuments()) === 10);
  await media.another();
  await eventually(() => media.events.length === 10, { timeoutMs: 50_000 });
  expect(media.events.map(({ data }) => data.kind)).toEqual([
    ...blobIds.map(() => 'thumbnail'),
    ...blobIds.map(() => 'preview'),
  ]);
});

it('many at once are made and end together, and the others hear of each', async () => {
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

describe('processes', () => {
  it('take only the kinds of work that are theirs', async () => {
    await media.start({});
    const idle = await runMedia({ roles: [] });
    const blobId = await idle.storage.add(await png());
    await idle.uploaded(newDrive(), [{ blobId, kind: 'image/png' }]);
    await eventually(async () => (await idle.jobs.countDocuments({ state: 'waiting' })) === 1);
    await idle.another();
    await eventually(async () => (await idle.jobs.countDocuments({ state: 'done' })) === 1);
    await idle.stop();
  });

  it('leave a job waiting while its tool is not installed, and do it when it is', async () => {
    let looked = 0;
    let status: 'off' | 'ok' = 'off';
    const check = async () => {
      looked += 1;
      return status === 'ok' ? { status } : { status, hint: 'apt-get install it' };
    };
    const tool = { ...kinds.thumbnail.tool, check };
    const without = await runMedia({}, { ...kinds, thumbnail: { ...kinds.thumbnail, tool } });
    await without.uploaded(newDrive(), [
      { blobId: await without.storage.add(await png()), kind: 'image/png' },
    ]);
    const before = looked;
    await eventually(() => looked > before + 1);
    const jobOf = () => without.jobs.findOne({ kind: 'thumbnail' });
    expect(await jobOf()).toMatchObject({ state: 'waiting', token: 0, tries: 0 });
    status = 'ok';
    await eventually(async () => (await jobOf())?.state === 'done');
    await without.stop();
  });

  it('finish what they have begun before they stop', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    media.storage.before = async () => {
      begun.resolve();
      await gate.promise;
    };
    const blobId = await media.storage.add(await png());
    await media.start({});
    await media.uploaded(newDrive(), [{ blobId, kind: 'image/png' }]);
    await begun.promise;
    const stopped = media.stopServices();
    gate.resolve();
    await stopped;
    expect(await media.jobs.findOne({})).toMatchObject({ state: 'done' });
    expect(media.events).toHaveLength(1);
  });

  it.runIf(hasFfmpeg)(
    'that leave finish a film within their time, else give it back: it is made once, and no try counts',
    async () => {
      await media.start({ roles: [] });
      const blobId = await media.storage.add(await film());
      const source = { blobId };
      const asked = { kind: 'mp4', drive: newDrive(), elementId: 'film' as ElementId, source } as const;
      await queueOf(media, 'asker').enqueue([queueRequestOf({ ...asked, actor: null, trace: null })]);
      // Who wakes the role asks a process that has none.
      expect(await media.registry.text()).toMatch(/^skyshelf_open_role_jobs\{.*role="video"\} 1$/m);
      const job = () => media.jobs.findOne({});
      const worksOnIt = async () => {
        const worker = await media.another({ roles: ['video'] });
        await eventually(async () => ((await job())?.percent ?? 0) > 0, { timeoutMs: 60_000 });
        return worker;
      };
      const hasty = await worksOnIt();
      await hasty.finish(100);
      await hasty.stop();
      expect(await job()).toMatchObject({ state: 'waiting', tries: 0 });
      await (await worksOnIt()).finish(120_000);
      expect(await job()).toMatchObject({ state: 'done', tries: 0 });
      await eventually(() => media.events.length > 0);
      expect([media.events.length, media.storage.derived.get(blobId)?.length]).toEqual([1, 1]);
    },
    120_000,
  );

  it('work on several jobs at a time, never on more than allowed', async () => {
    let now = 0;
    let most = 0;
    media.storage.before = async (path) => {
      if (path.includes('derived')) return;
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
    };
    await media.start({ parallelJobs: 3 });
    const bytes = await png();
    const blobIds = await Promise.all(Array.from({ length: 20 }, () => media.storage.add(bytes)));
    await Promise.all(blobIds.map((blobId) => media.uploaded(newDrive(), [{ blobId, kind: 'image/png' }])));
    await eventually(async () => (await media.jobs.countDocuments({ state: 'done' })) === 20, {
      timeoutMs: 50_000,
    });
    expect(most).toBeLessThanOrEqual(3);
  });
});
