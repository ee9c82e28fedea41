import type { BlobId, ElementId } from '@skyshelf/contracts';
import { eventually, startStandIn, type StandIn } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';
import type { OwnElement } from './application/ports.js';
import { showPicture, type ShowPictureDeps } from './application/show-picture.js';
import { SHOW_PICTURE } from './http/pictures.controller.js';
import { kinds } from './kinds/registry.js';
import { providerPictures } from './kinds/provider-pictures.js';

let provider: StandIn;
beforeAll(async () => void (provider = await startStandIn()));
afterAll(() => provider.stop());

const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const drive = newDrive();
const file = { blobId: null, extension: null, size: 50 };
const caller = { drive, sub: 'local|alice' };
const photo = () =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();

describe('the picture of a video', () => {
  let media: RunningMedia;
  let link: OwnElement;
  let deps: ShowPictureDeps;
  let now: number;
  const answer = (body: Buffer | string, type = 'image/jpeg', status = 200) =>
    provider.answer((_, response) => void response.writeHead(status, { 'content-type': type }).end(body));

  beforeEach(async () => {
    provider.asked.length = 0;
    now = Date.now();
    link = { id: 'e1' as ElementId, ...file, kind: 'youtube', url: youtube, derived: {} };
    const own = providerPictures({
      trusted: new Set([provider.host]),
      at: (address) => `${provider.url}${new URL(address).pathname}`,
    });
    media = await runMedia({}, { ...kinds, ...own });
    // As catalog hears of it.
    media.bus.tap(['media.derivative.made'], ({ data }) => {
      const { kind, blobId, bytes } = data as { kind: 'picture'; blobId: BlobId; bytes: number };
      link = { ...link, derived: { ...link.derived, [kind]: { blobId, bytes } } };
    });
    deps = { ...media.part<ShowPictureDeps>(SHOW_PICTURE), elements: { own: async () => link } };
  });
  afterEach(() => media.stop());
  /** Waits as long as it takes on a busy machine. */
  const shown = (picture: number) =>
    eventually(() => showPicture(deps, caller, 'e1', picture).catch(() => false as const), {
      timeoutMs: 50_000,
    });
  const failed = () =>
    eventually(async () => (await media.jobs.findOne({ state: 'failed' })) ?? false, { timeoutMs: 50_000 });

  it('is fetched once, rendered again and kept; frames too', async () => {
    answer(await photo());
    const address = await shown(0);
    expect(address).toMatch(/^Cloud\/[^/]+\/local\|alice###picture\.webp$/);
    const { blobId } = link.derived.picture as { blobId: BlobId };
    const [made] = media.storage.derived.get('e1') ?? [];
    expect(made?.blobId).toBe(blobId);
    expect(await sharp(made?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 180 });
    expect(await shown(0)).toBe(address);
    expect(await shown(2)).toMatch(/###frame2\.webp$/);
    expect(provider.asked).toEqual(['/vi/dQw4w9WgXcQ/mqdefault.jpg', '/vi/dQw4w9WgXcQ/mq2.jpg']);
  });

  it('of vimeo is where vimeo says', async () => {
    link = { ...link, kind: 'vimeo', url: 'https://vimeo.com/123456' };
    answer(JSON.stringify({ thumbnail_url: 'https://127.0.0.1/private.jpg' }), 'application/json');
    await expect(showPicture(deps, caller, 'e1', 0)).rejects.toMatchObject({ code: 'file.not-found' });
    // What the provider names is checked like anything else.
    expect(await failed()).toMatchObject({ reason: 'The picture of this video could not be fetched.' });
    expect(provider.asked).toEqual(['/api/oembed.json']);
    await expect(showPicture(deps, caller, 'e1', 1)).rejects.toMatchObject({ code: 'file.not-found' });
  });

  it.each([
    ['is refused', 'busy', 'text/plain', 503],
    ['is a page', '<h1>no picture</h1>', 'text/html', 200],
    [
      'is a drawing with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script>',
      'image/svg+xml',
      200,
    ],
    ['is too large', Buffer.alloc(3 * 1024 * 1024), 'image/jpeg', 200],
    ['is damaged', 'GIF89a', 'image/gif', 200],
  ])('that %s is left alone for an hour', async (_, body, type, status) => {
    answer(body, type, status);
    await expect(showPicture(deps, caller, 'e1', 0)).rejects.toMatchObject({ code: 'file.not-found' });
    const job = await failed();
    now = (job?.ended?.getTime() ?? 0) + 3_500_000;
    deps = { ...deps, now: () => new Date(now) };
    const asked = provider.asked.length;
    // Browsers need not ask again before that.
    await expect(showPicture(deps, caller, 'e1', 0)).rejects.toMatchObject({ details: { keepSeconds: 100 } });
    expect(provider.asked).toHaveLength(asked);
    answer(await photo());
    now += 200_000;
    await showPicture({ ...deps, pause: async () => {} }, caller, 'e1', 0).catch(() => {});
    await eventually(() => link.derived.picture, { timeoutMs: 50_000 });
  });

  it.each([404, 410])('is asked for once when its provider says that it has none: %s', async (status) => {
    answer('nothing', 'text/plain', status);
    await expect(showPicture(deps, caller, 'e1', 1)).rejects.toMatchObject({ code: 'file.not-found' });
    expect(await failed()).toMatchObject({ reason: 'This video has no such picture.' });
    answer(await photo());
    deps = { ...deps, now: () => new Date(Date.now() + 30 * 86_400_000) };
    const asked = provider.asked.length;
    await expect(showPicture(deps, caller, 'e1', 1)).rejects.toMatchObject({
      details: { keepSeconds: 604_800 },
    });
    expect([provider.asked.length, await media.jobs.countDocuments()]).toEqual([asked, 1]);
  });

  it('is not asked for where the operator wants none', async () => {
    const off = { ...deps, enabled: false };
    await expect(showPicture(off, caller, 'e1', 0)).rejects.toMatchObject({ code: 'file.not-found' });
    expect(await media.jobs.countDocuments()).toBe(0);
  });
});
