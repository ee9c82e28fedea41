import { startStandIn, type StandIn } from '@skyshelf/testing';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderOutsidePicture } from './application/render-outside-picture.js';
import { OutsidePictures } from './infrastructure/outside-pictures.js';

let server: StandIn;
let pictures: OutsidePictures;
beforeAll(async () => {
  server = await startStandIn();
  pictures = new OutsidePictures(true, { trusted: new Set([server.host]) });
});
afterAll(async () => {
  pictures.onModuleDestroy();
  await server.stop();
});
beforeEach(() => void (server.asked.length = 0));

const answer = (body: Buffer | string, type: string, status = 200) =>
  server.answer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body));
const photo = (side: number) =>
  sharp({ create: { width: side * 2, height: side, channels: 3, background: 'teal' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'where it was taken' } } })
    .toBuffer();
const none = { code: 'file.not-found' };
const MEBIBYTE = 1024 * 1024;
const rendered = (path: string, { from = pictures, mostBytes = 2 * MEBIBYTE } = {}) =>
  renderOutsidePicture(from, { address: `${server.url}${path}`, side: 256, mostBytes });
/** Says that it has 60,000 × 60,000 pixels. */
async function bomb(): Promise<Buffer> {
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(60_000, 16);
  png.writeUInt32BE(60_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

it('is a small webp of the picture, with nothing of its bytes', async () => {
  answer(await photo(1000), 'image/jpeg');
  const made = Buffer.from(await rendered('/eve.jpg'));
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
  expect(made.includes('where it was taken')).toBe(false);
  expect(server.asked).toEqual(['/eve.jpg']);
});

it.each([
  ['a page', '<html>', 'text/html', 200],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/svg+xml', 200],
  [
    'an SVG that is called a PNG',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'image/png',
    200,
  ],
  ['rubbish', 'rubbish', 'image/png', 200],
  ['more than 2 MiB', Buffer.alloc(3 * 1024 * 1024), 'image/png', 200],
  ['no picture', '', 'image/png', 404],
])('is not made of %s', async (_, body, type, status) => {
  answer(body, type, status);
  await expect(rendered('/x')).rejects.toMatchObject(none);
});

it('is not made of what takes too many pixels, drips, or leads to where no one outside may go', async () => {
  answer(await bomb(), 'image/png');
  await expect(rendered('/bomb')).rejects.toMatchObject(none);
  server.answer((_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
  await expect(rendered('/leads-inside')).rejects.toMatchObject(none);
  server.answer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    const drops = setInterval(() => response.write('x'), 200);
    response.once('close', () => clearInterval(drops));
  });
  const hasty = new OutsidePictures(true, { trusted: new Set([server.host]), timeoutMs: 500 });
  const began = performance.now();
  await expect(rendered('/drips', { from: hasty })).rejects.toMatchObject(none);
  expect(performance.now() - began).toBeLessThan(5000);
});

it('may be of as many bytes as is said', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const large = await sharp({ create: { width: 1100, height: 1100, channels: 3, background: 'teal', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  answer(large, 'image/png');
  await expect(rendered('/large.png')).rejects.toMatchObject(none);
  expect(await sharp(await rendered('/large.png', { mostBytes: 5 * MEBIBYTE })).metadata()).toMatchObject({
    width: 256,
  });
});

it('asks no address inside, and no one at all where that is switched off', async () => {
  answer(await photo(10), 'image/jpeg');
  await expect(rendered('/x', { from: new OutsidePictures(true) })).rejects.toMatchObject(none);
  await expect(rendered('/x', { from: new OutsidePictures(false) })).rejects.toMatchObject(none);
  expect(server.asked).toEqual([]);
});
