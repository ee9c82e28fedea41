import { readFile } from 'node:fs/promises';
import { DomainError, eventTypeOf, type BlobId, type DriveId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manyFrames, promisingPng } from '../testing/hostile-images.js';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

let media: RunningMedia;
let drive: DriveId;
beforeEach(async () => {
  media = await runMedia();
  drive = newDrive();
});
afterEach(() => media.stop());

const photo = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const add = async () => media.storage.add(await photo().png().toBuffer());
const made = (blobId: BlobId) => media.storage.derived.get(blobId) ?? [];
const eventsOf = (blobId: BlobId) =>
  media.events.filter(
    ({ data }) => data.kind === 'thumbnail' && (data.source as { blobId: BlobId }).blobId === blobId,
  );
const eventOf = (blobId: BlobId) => eventually(() => eventsOf(blobId)[0] ?? false, { timeoutMs: 50_000 });

it('says in its health what this machine keeps from its tools', async () => {
  const { checks } = await (await media.another()).health();
  expect(checks['media.isolation']?.status).toMatch(/^(ok|off)$/);
});

describe('a photo that was uploaded', () => {
  it('gets a thumbnail of the bytes that replace it, but not again of those that come back', async () => {
    const before = await add();
    const after = await add();
    const [elementId] = await media.uploaded(drive, [{ blobId: before, kind: 'image/png' }]);
    if (!elementId) throw new Error('nothing was uploaded');
    await media.replaced(drive, elementId, after);
    const { data } = await eventOf(after);
    expect(data).toMatchObject({ elementId, source: { blobId: after } });
    await eventOf(before);
    await media.replaced(drive, elementId, before, { thumbnail: { blobId: after, bytes: 1 } });
    await eventually(async () => (await media.jobs.countDocuments({ state: 'done', open: false })) === 2);
    expect(eventsOf(before)).toHaveLength(1);
  });

  it('gets a thumbnail of at most 400 pixels, turned as it is shown, and all hear of it', async () => {
    const blobId = await media.storage.add(
      await photo(1632, 1224).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    );
    const [elementId] = await media.uploaded(drive, [{ blobId, kind: 'image/jpeg' }]);
    const event = await eventOf(blobId);
    expect(event).toMatchObject({
      drive,
      source: 'media',
      actor: 'local|alice',
      data: {
        type: 'media.derivative.made',
        kind: 'thumbnail',
        elementId,
        source: { blobId },
        width: 300,
        height: 400,
        sourceDimensions: { width: 1224, height: 1632 },
      },
    });
    expect(() => eventTypeOf('media.derivative.made')?.data.parse(event.data)).not.toThrow();
    const [thumbnail] = made(blobId);
    expect(event.data).toMatchObject({ blobId: thumbnail?.blobId, bytes: thumbnail?.bytes.length });
    expect(await sharp(thumbnail?.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: 300,
      height: 400,
    });
    await eventually(async () => (await media.jobs.countDocuments({ state: 'done', open: false })) === 1);
  });

  it.each(['png', 'gif', 'tiff', 'webp', 'avif'] as const)('gets one from %s', async (format) => {
    const blobId = await media.storage.add(await photo().toFormat(format).toBuffer());
    await media.uploaded(drive, [{ blobId, kind: `image/${format}` }]);
    expect((await eventOf(blobId)).data).toMatchObject({
      type: 'media.derivative.made',
      sourceDimensions: { width: 800, height: 600 },
    });
  });

  it('is shown by its pixels when it is a drawing, a small one sharp', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="8"><script>alert(1)</script><rect width="16" height="8" fill="red"/></svg>';
    const blobId = await media.storage.add(Buffer.from(svg));
    await media.uploaded(drive, [{ blobId, kind: 'image/svg+xml' }]);
    await eventOf(blobId);
    expect(await sharp(made(blobId)[0]?.bytes).metadata()).toMatchObject({ width: 400, height: 200 });
  });

  it('is not enlarged when it is small', async () => {
    const blobId = await media.storage.add(await photo(20, 10).png().toBuffer());
    await media.uploaded(drive, [{ blobId, kind: 'image/png' }]);
    await eventOf(blobId);
    expect(await sharp(made(blobId)[0]?.bytes).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it('gets one thumbnail, though two processes work', async () => {
    await media.another();
    const blobIds = await Promise.all(
      Array.from({ length: 12 }, async () => media.storage.add(await photo(64, 64).png().toBuffer())),
    );
    await Promise.all(blobIds.map((blobId) => media.uploaded(newDrive(), [{ blobId, kind: 'image/png' }])));
    for (const blobId of blobIds) await eventOf(blobId);
    await eventually(async () => (await media.jobs.countDocuments({ open: true })) === 0);
    // One whose answer was late may be published again: who hears it goes by its id.
    const heard = (blobId: BlobId) => new Set(eventsOf(blobId).map(({ id }) => id)).size;
    for (const blobId of blobIds) expect([heard(blobId), made(blobId).length]).toEqual([1, 1]);
  });

  it('gets none when it is no image or no one wants it any more', async () => {
    const gone = await media.storage.add(await photo().png().toBuffer());
    const removed = 'removed' as BlobId;
    media.storage.blobs.set(gone, { key: gone, size: 1, wanted: false });
    await media.uploaded(drive, [
      { blobId: await media.storage.add(Buffer.from('PK')), kind: 'application/zip' },
    ]);
    await media.uploaded(drive, [
      { blobId: gone, kind: 'image/png' },
      { blobId: removed, kind: 'image/png' },
    ]);
    await eventually(async () => (await media.jobs.countDocuments({ state: 'dropped' })) === 2);
    expect(await media.jobs.countDocuments()).toBe(2);
    expect(media.events).toEqual([]);
  });

  it('gets none when it is deleted while its thumbnail is made', async () => {
    const blobId = await media.storage.add(await photo().png().toBuffer());
    media.storage.before = (path) => void (path.includes('/derived') && media.storage.blobs.delete(blobId));
    await media.uploaded(drive, [{ blobId, kind: 'image/png' }]);
    await eventually(async () => (await media.jobs.countDocuments({ state: 'dropped' })) === 1);
    expect(media.events).toEqual([]);
  });
});

describe('a file that is poison', () => {
  const source = async () => readFile(new URL(import.meta.url));
  const jpeg = () => photo().jpeg().toBuffer();
  const drawing = (side: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`,
    );
  it.each([
    [
      'a photo that breaks off in its head',
      async () => (await jpeg()).subarray(0, 100),
      'image/jpeg',
      'The file is damaged or is not an image.',
    ],
    ['a source text called photo', source, 'image/jpeg', 'The file is damaged or is not an image.'],
    [
      'a PDF called photo',
      async () => Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
      'image/jpeg',
      'The file is damaged or is not an image.',
    ],
    ['nothing at all', async () => Buffer.alloc(0), 'image/png', 'The file is damaged or is not an image.'],
    [
      'a bomb of pixels',
      () => promisingPng(30_000),
      'image/png',
      'The image has too many pixels for a thumbnail.',
    ],
    [
      'a drawing without end',
      async () => drawing(1e9),
      'image/svg+xml',
      'The file is damaged or is not an image.',
    ],
    [
      'a drawing that multiplies itself',
      async () => {
        const entities = Array.from(
          { length: 12 },
          (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`,
        ).join('');
        return Buffer.from(
          `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e12;</text></svg>`,
        );
      },
      'image/svg+xml',
      'The file is damaged or is not an image.',
    ],
  ])('gives a reason: %s', async (_, bytes, kind, reason) => {
    const blobId = await media.storage.add(await bytes());
    const [elementId] = await media.uploaded(drive, [{ blobId, kind }]);
    const event = await eventOf(blobId);
    expect(event.data).toMatchObject({
      type: 'media.derivative.failed',
      source: { blobId },
      elementId,
      reason,
    });
    expect(() => eventTypeOf('media.derivative.failed')?.data.parse(event.data)).not.toThrow();
    expect(
      await eventually(() => media.jobs.findOne({ 'source.blobId': blobId, state: 'failed' })),
    ).toMatchObject({
      reason,
      open: false,
    });
  });

  it.each([
    ['of a single row', async () => photo(50_000, 1).png().toBuffer(), [50_000, 1]],
    ['of a single column', async () => photo(1, 50_000).jpeg().toBuffer(), [1, 50_000]],
    ['drawn very large', async () => drawing(100_000), [100_000, 100_000]],
    ['of 200,000 frames', () => manyFrames(200_000), [2, 2]],
  ])('is shown all the same: an image %s', async (_, bytes, [width, height]) => {
    const blobId = await media.storage.add(await bytes());
    await media.uploaded(drive, [{ blobId, kind: 'image/png' }]);
    expect((await eventOf(blobId)).data).toMatchObject({ sourceDimensions: { width, height } });
  });

  it('is refused when it is larger than an operator allows', async () => {
    const blobId = await media.storage.add(Buffer.alloc(10));
    media.storage.blobs.set(blobId, { key: blobId, size: 300 * 1024 * 1024, wanted: true });
    await media.uploaded(drive, [{ blobId, kind: 'image/png' }]);
    expect((await eventOf(blobId)).data.reason).toBe('The file is too large for a thumbnail.');
  });
});

it('tries again while storage is away, without counting it, and without losing the job', async () => {
  const blobId = await media.storage.add(await photo().png().toBuffer());
  let calls = 0;
  media.storage.before = () => {
    calls += 1;
    if (calls <= 2) throw new DomainError('service.unavailable');
  };
  await media.uploaded(drive, [{ blobId, kind: 'image/png' }]);
  expect((await eventOf(blobId)).data.type).toBe('media.derivative.made');
  expect(await media.jobs.findOne({ 'source.blobId': blobId })).toMatchObject({ tries: 0, token: 3 });
});
