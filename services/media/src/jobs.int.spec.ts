import type { DriveId } from '@skyshelf/contracts';
import { createServiceOutbox } from '@skyshelf/service';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkerPool } from './application/worker-pool.js';
import { createWorkOnJob } from './application/work-on-job.js';
import type { Job } from './application/job.js';
import type { MongoJobQueue } from './infrastructure/job-queue.js';
import type { MakeDerivative } from './application/make-derivative.js';
import { kinds } from './kinds/registry.js';
import { addJobs, queueOf } from '../testing/queued-jobs.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
let queue: MongoJobQueue;
beforeEach(async () => {
  media = await runMedia(null);
  queue = queueOf(media, 'worker');
});
afterEach(() => media.stop());

const add = (drive: DriveId, ...names: string[]) => addJobs(media, drive, ...names);
const claim = async (leaseMs = 60_000) => (await queue.claim('thumbnail', 'quick', leaseMs)) as Job;
const outboxDepth = () => createServiceOutbox('media', media.runtime({})).depth();
const aTry = { signal: new AbortController().signal };
const workThat = (makeDerivative: MakeDerivative, maxTries = 3) =>
  createWorkOnJob({ queue, kindOf: (kind) => kinds[kind], makeDerivative, logger: media.logger, maxTries });
const png = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

describe('whose turn it is', () => {
  it('goes round the drives: one photo does not wait for another drive’s hundreds', async () => {
    const [many, few] = [newDrive(), newDrive()];
    for (let batch = 0; batch < 10; batch += 1) {
      await add(many, ...Array.from({ length: 10 }, (_, n) => `many-${batch}-${n}`));
    }
    for (let n = 0; n < 20; n += 1) await claim();
    await add(few, 'few-1', 'few-2', 'few-3');
    const order: string[] = [];
    for (let n = 0; n < 8; n += 1) order.push((await claim()).elementId.split('-')[0] ?? '');
    expect(order.slice(0, 6).filter((each) => each === 'few')).toHaveLength(3);
    expect(order.filter((each) => each === 'many').length).toBeGreaterThanOrEqual(5);
  });

  it('keeps the order within a drive, and a request that is repeated is the same job', async () => {
    const drive = newDrive();
    await add(drive, 'a', 'b');
    await add(drive, 'c', 'a');
    const order: string[] = [];
    for (
      let job = await queue.claim('thumbnail', 'quick', 60_000);
      job;
      job = await queue.claim('thumbnail', 'quick', 60_000)
    ) {
      order.push(job.elementId);
    }
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('gives each job to one of many claimants', async () => {
    await add(newDrive(), ...Array.from({ length: 30 }, (_, n) => `job-${n}`));
    const claimed = await Promise.all(Array.from({ length: 40 }, () => claim()));
    const ids = claimed.filter(Boolean).map(({ _id }) => _id);
    expect([ids.length, new Set(ids).size]).toEqual([30, 30]);
  });
});

describe('a worker that falls silent', () => {
  it('loses the job, and what it records later counts for nothing', async () => {
    await add(newDrive(), 'photo');
    const late = await claim(1);
    const next = await eventually(async () => (await claim()) ?? false);
    expect(next).toMatchObject({ _id: late._id, token: late.token + 1, tries: 1 });
    const event = {
      id: 'late',
      drive: late.drive,
      actor: null,
      trace: null,
      data: { type: 'media.derivative.failed' } as never,
    };
    expect(await queue.end(late, 'done', null, event)).toBe(false);
    await queue.giveBack(late, { pauseMs: 0, counts: true, lane: 'quick' });
    expect(await queue.renew(late, 1000)).toBe(false);
    expect(await media.jobs.findOne({ _id: late._id })).toMatchObject({
      state: 'running',
      token: next.token,
    });
    expect((await outboxDepth()).events).toBe(0);
    expect(await queue.end(next, 'done', null, event)).toBe(true);
    expect((await outboxDepth()).events).toBe(1);
    expect(await queue.end(next, 'done', null, { ...event, id: 'twice' })).toBe(false);
  });

  it('is not waited for when the same process starts again after a kill', async () => {
    await add(newDrive(), 'photo');
    await claim(3600_000);
    await queueOf(media, 'another worker').takeBack();
    expect(await claim()).toBeNull();
    await queue.takeBack();
    expect(await claim()).toMatchObject({ token: 2, tries: 1 });
  });

  it('again and again, as poison would make it, gives the job up with a reason', async () => {
    await add(newDrive(), 'poison');
    for (let crash = 0; crash < 3; crash += 1) {
      expect(await claim(3600_000)).not.toBeNull();
      await queue.takeBack();
    }
    const work = workThat(() => Promise.reject(new Error('must not be tried again')));
    expect(await work(await claim(), aTry)).toBe('failed');
    expect(await media.jobs.findOne({})).toMatchObject({
      state: 'failed',
      reason: 'The thumbnail could not be made.',
    });
  });
});

describe('a kind that comes after another', () => {
  it('begins when nothing quick of the other waits or runs, of any drive', async () => {
    await add(newDrive(), 'first', 'second');
    expect(await queue.isBusy('thumbnail')).toBe(true);
    const [first, second] = [await claim(), await claim()];
    await queue.end(first, 'done', null, null);
    expect(await queue.isBusy('thumbnail')).toBe(true);
    await queue.giveBack(second, { pauseMs: 0, counts: true, lane: 'slow' });
    expect(await queue.isBusy('thumbnail')).toBe(false);
  });

  it('makes what is seen first: the thumbnails of all, then the previews', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const blobIds = await Promise.all(Array.from({ length: 5 }, () => media.storage.add(svg)));
    await media.start({ roles: [] });
    await Promise.all(
      blobIds.map((blobId) => media.uploaded(newDrive(), [{ blobId, kind: 'image/svg+xml' }])),
    );
    await eventually(async () => (await media.jobs.countDocuments()) === 10);
    await media.another();
    await eventually(() => media.events.length === 10, { timeoutMs: 50_000 });
    expect(media.events.map(({ data }) => data.kind)).toEqual([
      ...blobIds.map(() => 'thumbnail'),
      ...blobIds.map(() => 'preview'),
    ]);
  });
});

describe('a try that fails', () => {
  it('is repeated after a pause, then given up with a reason', async () => {
    await add(newDrive(), 'photo');
    const work = workThat(() => Promise.reject(new Error('a bug')), 2);
    expect(await work(await claim(), aTry)).toBe('again');
    expect(await media.jobs.findOne({})).toMatchObject({ state: 'waiting', tries: 1, open: true });
    expect(await claim()).toBeNull();
    await media.jobs.updateOne({}, { $set: { due: new Date(0) } });
    expect(await work(await claim(), aTry)).toBe('failed');
    expect((await outboxDepth()).events).toBe(1);
  });
});

describe('an answer of the database that is lost', () => {
  it.each(['claim', 'end'] as const)(
    'at the %s of a job holds nothing up and counts as no try',
    async (lost) => {
      await add(newDrive(), 'photo');
      let answers = 0;
      const faulty = {
        letGoOfAllBut: (...args: Parameters<typeof queue.letGoOfAllBut>) => queue.letGoOfAllBut(...args),
        renew: async () => true,
        othersWait: async () => false,
        isBusy: async () => false,
        claimAhead: async () => [],
        claim: async (...args: Parameters<typeof queue.claim>) => {
          const job = await queue.claim(...args);
          if (lost === 'claim' && job && (answers += 1) === 1) throw new Error('connection closed');
          return job;
        },
      };
      const work = async (job: Job) => {
        if (lost === 'end' && (answers += 1) === 1) throw new Error('connection closed');
        await queue.end(job, 'done', null, null);
        return 'done' as const;
      };
      const kind = { kind: 'thumbnail' as const, tool: kinds.thumbnail.tool, parallel: 2 };
      const options = { kind, leaseMs: 3600_000, pollMs: 5, graceMs: 1000 };
      const pool = new WorkerPool(faulty, work, media.logger, options);
      pool.start();
      const job = await eventually(() =>
        media.jobs.findOne({ state: 'done' }).then((found) => found ?? false),
      );
      await pool.stop();
      expect(job).toMatchObject({ token: 2, tries: 0 });
    },
  );
});

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

  it('work on several jobs at a time, never on more than allowed', async () => {
    let [now, most] = [0, 0];
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

  it('tell how much work waits, how old it is and how long it takes', async () => {
    await media.start({});
    const blobId = await media.storage.add(await png());
    await media.uploaded(newDrive(), [{ blobId, kind: 'image/png' }]);
    await eventually(() => media.events.length === 1);
    const text = await eventually(async () => {
      const shown = await media.registry.text();
      return shown.includes('outcome="done"') && shown;
    });
    expect(text).toMatch(
      /skyshelf_job_duration_seconds_count\{service="media",kind="thumbnail",outcome="done"\} 1/,
    );
    expect(text).toMatch(/skyshelf_open_jobs\{[^}]*kind="thumbnail"\} 0/);
  });
});
