import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { MongoJobs } from '@skyshelf/jobs';
import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prioritizeJobs, retryJobs, type OwnJobs } from './application/job.js';
import { requestsOf } from './application/kind.js';
import { createDemandedJobs, createOwnJobs, queueRequestOf } from './infrastructure/job-queue.js';
import { kinds } from './kinds/registry.js';
import { addJobs, queueOf } from '../testing/queued-jobs.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
let queue: MongoJobs;
let own: OwnJobs;
let woken: string[];
beforeEach(async () => {
  media = await runMedia(null);
  queue = queueOf(media, 'worker');
  own = createOwnJobs(queue, () => woken.push('all'));
  woken = [];
});
afterEach(() => media.stop());

const add = (drive: DriveId, ...names: string[]) => addJobs(media, drive, ...names);
const claim = async () => {
  const job = await queue.claim('thumbnail', 'quick', 60_000);
  if (!job) throw new Error('There is no job.');
  return job;
};

describe('the jobs of a drive', () => {
  it('are told to its user: what runs and how far it is, what waits, what was given up', async () => {
    const ann = newDrive();
    const bob = newDrive();
    await add(ann, 'broken', 'film', 'next', 'last');
    await add(bob, 'of-another');
    const broken = await claim();
    await claim();
    const film = await claim();
    expect([broken.group, film.group]).toEqual(['broken', 'film']);
    await queue.end({ job: broken, state: 'failed', reason: 'The file is damaged or is not an image.' });
    expect(await queue.recordProgress(film, 43)).toBe(true);
    const view = { kind: 'thumbnail', percent: null, reason: null, again: false, date: expect.any(String) };
    expect(await own.list(ann)).toEqual({
      docs: [
        { ...view, _id: 'film', state: 'running', percent: 43 },
        { ...view, _id: 'next', state: 'waiting' },
        { ...view, _id: 'last', state: 'waiting' },
        { ...view, _id: 'broken', state: 'failed', reason: 'The file is damaged or is not an image.' },
      ],
      open: 3,
    });
    await media.jobs.updateOne({ elementId: 'broken' as never }, { $set: { ended: new Date(0) } });
    expect((await own.list(ann)).docs).toHaveLength(3);
  });
});

describe('a job that was given up', () => {
  it.each([
    ['with its element', false],
    ['with its element, of a large deletion too', true],
  ])('is forgotten %s', async (_, large) => {
    await media.start({ roles: [] });
    const ann = newDrive();
    const files = ['a', 'b', 'c'].map((name) => ({ blobId: name as BlobId, kind: 'image/png' }));
    const [first, second, third] = await media.uploaded(ann, files);
    for (const _ of files)
      await queue.end({ job: await claim(), state: 'failed', reason: 'The file is damaged.' });
    await media.removed(
      ann,
      [first, second].flatMap((id) => id ?? []),
      large,
    );
    expect((await own.list(ann)).docs).toMatchObject([{ _id: third, state: 'failed' }]);
    await media.removed(
      newDrive(),
      [third].flatMap((id) => id ?? []),
      large,
    );
    expect((await own.list(ann)).docs).toHaveLength(1);
  });
});

describe('what a user looks at', () => {
  it('is made before the rest of their drive, and no other drive waits longer for it', async () => {
    const ann = newDrive();
    const bob = newDrive();
    await add(ann, ...Array.from({ length: 20 }, (_, n) => `ann-${n}`));
    await add(bob, ...Array.from({ length: 6 }, (_, n) => `bob-${n}`));
    const seen = await prioritizeJobs(own, ann, ['ann-15', 'ann-12', 'bob-5', 'unknown']);
    expect(seen.map(({ _id }) => _id).toSorted()).toEqual(['ann-12', 'ann-15']);
    const order: string[] = [];
    for (let n = 0; n < 8; n += 1) order.push((await claim()).group ?? '');
    const of = (name: string) => order.filter((each) => each.startsWith(name));
    expect(of('ann')).toEqual(['ann-12', 'ann-15', 'ann-2', 'ann-3']);
    expect(of('bob')).toEqual(['bob-0', 'bob-1', 'bob-2', 'bob-3']);
  });

  it('and runs or has ended already stays as it is', async () => {
    const ann = newDrive();
    await add(ann, 'a', 'b');
    const running = await claim();
    expect(await prioritizeJobs(own, ann, ['a'])).toMatchObject([{ _id: 'a', state: 'running' }]);
    await queue.end({ job: running, state: 'done' });
    expect(await prioritizeJobs(own, ann, ['a'])).toEqual([]);
  });
});

it('what took too long is tried again when its user asks, also from before, and nothing else', async () => {
  const ann = newDrive();
  await add(ann, 'slow', 'damaged', 'slow-before');
  const giveUp = async (reason: string, laterMs?: number) =>
    queue.end({ job: await claim(), state: 'failed', reason, laterMs });
  await giveUp('No picture could be made of this page.', 3600_000);
  await giveUp('The file is damaged or is not an image.');
  await giveUp('Making the thumbnail2x took too long.');
  await media.jobs.updateOne({ elementId: 'slow-before' as never }, { $set: { kind: 'thumbnail2x' } });
  expect((await own.list(ann)).docs.map(({ reason, again }) => [again, reason])).toEqual([
    [true, 'Making the thumbnail took too long.'],
    [false, 'The file is damaged or is not an image.'],
    [true, 'No picture could be made of this page.'],
  ]);
  const ids = ['slow', 'damaged', 'slow-before', 'unknown'];
  expect(await retryJobs(own, newDrive(), ids)).toEqual([]);
  expect(woken).toEqual([]);
  const open = await retryJobs(own, ann, ids);
  expect(open.map(({ _id, state }) => [_id, state]).toSorted()).toEqual([
    ['slow', 'waiting'],
    ['slow-before', 'waiting'],
  ]);
  expect(woken).toEqual(['all']);
});

it('how far a long job is reaches those who look, and the list', async () => {
  const heard: unknown[] = [];
  media.bus.tap(['media.job.progressed'], ({ data }) => void heard.push(data));
  const gate = Promise.withResolvers<void>();
  media.kinds = {
    ...kinds,
    thumbnail: {
      ...kinds.thumbnail,
      make: async (source, workspace, signal, onBegun, onProgress) => {
        onProgress(41.5);
        await gate.promise;
        return kinds.thumbnail.make(source, workspace, signal, onBegun, onProgress);
      },
    },
  };
  await media.start({});
  const drive = newDrive();
  const [elementId] = await media.uploaded(drive, [
    { blobId: await media.storage.add(Buffer.from('x')), kind: 'image/png' },
  ]);
  await eventually(() => heard.length > 0, { timeoutMs: 50_000 });
  expect(heard).toEqual([{ type: 'media.job.progressed', elementId, kind: 'thumbnail', percent: 41 }]);
  expect(await own.list(drive)).toMatchObject({ docs: [{ _id: elementId, percent: 41 }], open: 1 });
  gate.resolve();
  await eventually(async () => (await own.list(drive)).open === 0, { timeoutMs: 50_000 });
});

it('what a user opens goes before what the same user opened earlier', async () => {
  const ann = newDrive();
  const demanded = createDemandedJobs(queue);
  for (const name of ['first', 'second', 'third'])
    await demanded.demand({
      kind: 'pdf' as const,
      drive: ann,
      actor: null,
      trace: null,
      elementId: name as never,
      source: { blobId: name as BlobId },
    });
  const order: (string | null | undefined)[] = [];
  for (let n = 0; n < 3; n += 1) order.push((await queue.claim('pdf', 'quick', 60_000))?.group);
  expect(order[0]).toBe('third');
  expect(order.toSorted()).toEqual(['first', 'second', 'third']);
});

it('a job whose kind can wait leaves the first moments to others', async () => {
  const [request] = requestsOf(kinds, { drive: newDrive(), actor: null, trace: null }, [
    { elementId: 'photo' as never, type: 'image/jpeg', source: { blobId: 'photo' as BlobId } },
  ]).filter(({ kind }) => kind === 'thumbnail2x');
  if (!request) throw new Error('There is no denser thumbnail.');
  await queue.enqueue([queueRequestOf(request)]);
  expect(await queue.claim('thumbnail2x', 'quick', 60_000)).toBeNull();
  await media.jobs.updateOne({}, { $set: { due: new Date() } });
  expect(await queue.claim('thumbnail2x', 'quick', 60_000)).toMatchObject({ group: 'photo' });
});
