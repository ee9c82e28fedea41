import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { BlobId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterEach, expect, it } from 'vitest';
import type { Kind, Kinds } from './application/kind.js';
import { workClock } from './application/work-clock.js';
import { JobRefusal } from './domain/refusal.js';
import { runTool, type ToolControl } from './infrastructure/tools/run-tool.js';
import { kinds } from './kinds/registry.js';
import { manyFrames, promisingPng, slowDrawing } from '../testing/hostile-images.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
afterEach(() => media.stop());

const patient = { timeoutMs: 50_000 };
/** Nothing else is made. */
function thumbnails(changes: Partial<Kind> = {}): Kinds {
  const others = Object.values(kinds).map((kind) => [kind.kind, { ...kind, wants: () => false }]);
  return { ...(Object.fromEntries(others) as Kinds), thumbnail: { ...kinds.thumbnail, ...changes } };
}
/** The hostile images run for as long as the test does, on a busy machine too. */
const endless = thumbnails({ timeoutMs: 600_000 });
const upload = async (bytes: Uint8Array, kind: string, drive = newDrive()): Promise<BlobId> => {
  const blobId = await media.storage.add(bytes);
  await media.uploaded(drive, [{ blobId, kind }]);
  return blobId;
};
const photo = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
const eventOf = (blobId: BlobId) =>
  eventually(
    () => media.events.find(({ data }) => (data.source as { blobId: BlobId }).blobId === blobId) ?? false,
    patient,
  );
const jobOf = (blobId: BlobId) => media.jobs.findOne({ 'source.blobId': blobId });
const isRunning = (job: { state: string } | null): boolean => job?.state === 'running';
const running = (blobId: BlobId) => eventually(async () => isRunning(await jobOf(blobId)), patient);

it('holds up no other user’s photo, however many workers it keeps busy', async () => {
  media = await runMedia({}, endless);
  const slow = await Promise.all(Array.from({ length: 5 }, () => upload(slowDrawing(), 'image/svg+xml')));
  slow.push(await upload(await manyFrames(2_000_000, { open: true }), 'image/gif'));
  await upload(await promisingPng(30_000), 'image/png');
  await eventually(async () => (await Promise.all(slow.map(jobOf))).some(isRunning), patient);
  for (let nth = 0; nth < 3; nth += 1)
    expect((await eventOf(await upload(await photo(), 'image/jpeg'))).data.type).toBe(
      'media.derivative.made',
    );
  const jobs = await Promise.all(slow.map(jobOf));
  expect(jobs.filter((job) => job?.open).length).toBeGreaterThanOrEqual(5);
  expect(jobs.map((job) => job?.tries)).toEqual([0, 0, 0, 0, 0, 0]);
}, 180_000);

it.each(['is slow to start', 'waits for a busy processor'])(
  'is not taken for one because its tool %s',
  async (why) => {
    const make: Kinds['thumbnail']['make'] = async (_source, _workspace, _signal, onBegun) => {
      if (why === 'is slow to start') await pause(300);
      onBegun(() => 0);
      if (why !== 'is slow to start') await pause(300);
      throw new JobRefusal('nothing to see');
    };
    media = await runMedia({}, thumbnails({ parallel: 1, quickMs: 100, make }));
    const photos = await Promise.all(
      Array.from({ length: 4 }, async () => upload(await photo(), 'image/jpeg')),
    );
    await Promise.all(photos.map(eventOf));
    expect(await Promise.all(photos.map(jobOf))).toMatchObject(
      photos.map(() => ({ token: 1, lane: 'quick' })),
    );
  },
);

const timeoutMs = 1000;
const limits = { cpuSeconds: 60, memoryMb: 1024, fileBytes: 1_024_000, nice: 0 };

/** Ends when its time is up, having worked for so much of it. */
const workingFor = (share: number): Kinds['thumbnail']['make'] => {
  return async (_source, _workspace, signal) => {
    const began = performance.now();
    workClock().watch(() => ({ usedMs: (performance.now() - began) * share, isHeldUp: false }));
    await once(signal, 'abort');
    throw signal.reason;
  };
};

it.each([
  ['is given up at once when it has kept its tool working all that time', 1, 0, 1],
  ['is given up after three tries when its tool hardly came to work', 0, 3, 3],
])('%s, with the reason', async (_, share, tries, token) => {
  media = await runMedia({}, thumbnails({ timeoutMs: 500, make: workingFor(share) }));
  const blobId = await upload(await photo(), 'image/jpeg');
  expect((await eventOf(blobId)).data).toMatchObject({
    type: 'media.derivative.failed',
    reason: 'Making the thumbnail took too long.',
  });
  expect(await jobOf(blobId)).toMatchObject({ state: 'failed', tries, token });
});

it('is made when its tool stood still for longer than its time', async () => {
  const make: Kinds['thumbnail']['make'] = async (_source, workspace, signal) => {
    const path = workspace.path('made');
    const onStarted = (tool: ToolControl): void => {
      tool.pause();
      setTimeout(tool.resume, 4 * timeoutMs);
    };
    const args = ['-c', `sleep 0.1; echo made >${path}`];
    await runTool({ program: '/bin/sh', args, folder: workspace.folder, limits, signal, onStarted });
    return { path };
  };
  media = await runMedia({}, thumbnails({ timeoutMs, make }));
  const blobId = await upload(await photo(), 'image/jpeg');
  expect((await eventOf(blobId)).data.type).toBe('media.derivative.made');
  expect(await jobOf(blobId)).toMatchObject({ state: 'done', tries: 0, token: 1 });
});

it('steps aside beside others of a kind that is watched meanwhile, and is not broken off', async () => {
  const broken: unknown[] = [];
  const make: Kinds['thumbnail']['make'] = async (_source, _workspace, signal, onBegun) => {
    onBegun(() => 1000);
    await once(signal, 'abort');
    broken.push(signal.reason);
    throw signal.reason;
  };
  const watched = { parallel: 1, quickMs: 50, mostAtOnce: 3, timeoutMs: 600_000, make };
  media = await runMedia({}, thumbnails(watched));
  const films: BlobId[] = [];
  for (let nth = 0; nth < 3; nth += 1) {
    films.push(await upload(await photo(), 'image/jpeg'));
    await running(films[nth] ?? expect.unreachable());
  }
  const fourth = await upload(await photo(), 'image/jpeg');
  await eventually(async () => (await jobOf(fourth))?.state === 'waiting', patient);
  expect(await Promise.all(films.map(jobOf))).toMatchObject(
    films.map(() => ({ state: 'running', token: 1 })),
  );
  expect(broken).toEqual([]);
});

it('does not keep the service from stopping, and no try counts', async () => {
  media = await runMedia({}, thumbnails());
  const blobId = await upload(slowDrawing(), 'image/svg+xml');
  await running(blobId);
  const begun = performance.now();
  await media.stopServices();
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await jobOf(blobId)).toMatchObject({ state: 'waiting', tries: 0 });
});
