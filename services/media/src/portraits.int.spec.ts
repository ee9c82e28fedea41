import { startStandIn, type StandIn } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makePortrait } from './application/make-portrait.js';
import { Portraits } from './infrastructure/portraits.js';

let provider: StandIn;
let portraits: Portraits;
beforeAll(async () => {
  provider = await startStandIn();
  portraits = new Portraits(true, { trusted: new Set([provider.host]) });
});
afterAll(async () => {
  portraits.onModuleDestroy();
  await provider.stop();
});
beforeEach(() => void (provider.asked.length = 0));

const answer = (body: Buffer | string, type: string, status = 200) =>
  provider.answer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body));
const photo = (side: number) =>
  sharp({ create: { width: side * 2, height: side, channels: 3, background: 'teal' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'where it was taken' } } })
    .toBuffer();
const none = { code: 'file.not-found' };

it('is a small webp of the picture, with nothing of its bytes', async () => {
  answer(await photo(1000), 'image/jpeg');
  const made = Buffer.from(await makePortrait(portraits, `${provider.url}/eve.jpg`));
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 256, height: 128 });
  expect(made.includes('where it was taken')).toBe(false);
  expect(provider.asked).toEqual(['/eve.jpg']);
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
  await expect(makePortrait(portraits, `${provider.url}/x`)).rejects.toMatchObject(none);
});

it('asks no address inside, and no one at all where that is switched off', async () => {
  answer(await photo(10), 'image/jpeg');
  await expect(makePortrait(new Portraits(true), `${provider.url}/x`)).rejects.toMatchObject(none);
  await expect(makePortrait(new Portraits(false), `${provider.url}/x`)).rejects.toMatchObject(none);
  expect(provider.asked).toEqual([]);
});
