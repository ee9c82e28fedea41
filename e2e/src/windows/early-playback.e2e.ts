import { loadavg } from 'node:os';
import { routes } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient } from '@skyshelf/testing';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf } from '../setup/sample.js';
import { bytesOf, unplayedFilms, type UnplayedFilm } from './unplayed-films.js';
import { playsAfter, seekTo, watchFilms } from './watched-film.js';

/** `MEDIA_FULL=1` opens all of them, and tells how long it took. */
const isFull = Boolean(process.env.MEDIA_FULL);
const SECONDS = isFull ? 40 : 12;
const once = enoughIn('standalone', 'conversions plays a film in both; how its bytes come is up to media');
const films = isFull
  ? unplayedFilms
  : sampleOf(unplayedFilms.slice(0, 2), 2).map((film) => ({ ...film, size: '1280x720' }));
const load = () => Math.round(loadavg()[0] ?? 0);
const rounded = (times: Record<string, number>) =>
  Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, Math.round(ms)]));
const none: UnplayedFilm = { name: '', type: '', codec: '' };
const [firstFilm = none, secondFilm = none] = unplayedFilms;
const patient = { timeout: 300_000 };

describe.runIf(once)('a film that Chromium does not play as it is', () => {
  let shelf: OpenShelf;
  let page: Page;
  let client: ApiClient;
  beforeAll(async () => {
    shelf = await openShelf('early-playback');
    ({ page, client } = shelf);
    await watchFilms(page);
  }, 120_000);
  afterAll(() => shelf?.close());

  // A window that a failure left open would cover the next film.
  afterEach(async () => {
    const windows = page.getByRole('dialog', { name: /, preview$/ });
    while ((await windows.count()) > 0) {
      const before = await windows.count();
      await page.keyboard.press('Escape');
      await windows.nth(before - 1).waitFor({ state: 'detached' });
    }
  });

  /** The film that is open: how long it is, and whether it is still being converted. */
  const shown = (window: Locator) =>
    window.locator('video').evaluate((film: HTMLVideoElement) => ({
      duration: film.duration,
      isLive: film.dataset.live !== undefined,
    }));

  it.each(films)(
    '$name is watched while it is converted, jumped in, and played on as mp4',
    patient,
    async (film) => {
      const { name, type } = film;
      await uploadFile(client, { name, type, bytes: await bytesOf(film, SECONDS) });
      const window = await shelf.open(name);
      const playing = await playsAfter(page);
      const began = await shown(window);
      expect(Math.abs(began.duration - SECONDS)).toBeLessThan(0.5);
      const ahead = await seekTo(page, SECONDS * 0.8);
      const back = await seekTo(page, 2);
      const { stalls } = await page.evaluate(() => globalThis.window.seen);
      console.info(
        JSON.stringify({ name, ...began, ...rounded({ playing, ahead, back }), stalls, load: load() }),
      );
      // The film itself takes its place when it jumps, as soon as it is there.
      const changesOver = async () => {
        await seekTo(page, 5);
        return (await shown(window)).isLive;
      };
      await expect.poll(changesOver, { timeout: 240_000, interval: 3000 }).toBe(false);
      // Compared with the film's own length: one of 40 s with WMA sound is 40.09 s long.
      expect(Math.abs((await shown(window)).duration - began.duration)).toBeLessThan(0.1);
    },
  );

  it.runIf(isFull)('plays for a minute without standing still', patient, async () => {
    const film = { ...firstFilm, name: 'minute.mp4' };
    await uploadFile(client, { name: film.name, type: film.type, bytes: await bytesOf(film, 70) });
    await shelf.open(film.name);
    const playing = await playsAfter(page);
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('[role="dialog"] video')?.currentTime ?? 0) > 60,
      null,
      { timeout: 120_000, polling: 500 },
    );
    const { stalls } = await page.evaluate(() => globalThis.window.seen);
    console.info(JSON.stringify({ name: film.name, ...rounded({ playing }), stalls, load: load() }));
    expect(stalls).toBe(0);
  });

  it.runIf(isFull)('is jumped in thirty times without a loop', patient, async () => {
    const film = { ...firstFilm, name: 'jumps.mp4' };
    await uploadFile(client, { name: film.name, type: film.type, bytes: await bytesOf(film, 180) });
    const asked = new Map<string, number>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/files/live/')) asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    });
    await shelf.open(film.name);
    await playsAfter(page);
    const took: number[] = [];
    // A number that looks like chance and is the same each time.
    for (let n = 1; n <= 30; n += 1) took.push(await seekTo(page, (n * 67) % 170));
    took.sort((a, b) => a - b);
    const [most = 0] = [...asked]
      .filter(([path]) => path.endsWith('.m4s'))
      .map(([, times]) => times)
      .sort((a, b) => b - a);
    console.info(
      JSON.stringify({ ...rounded({ median: took[15] ?? 0, worst: took.at(-1) ?? 0 }), most, load: load() }),
    );
    expect(most).toBeLessThan(20);
  });

  it('is watched by hls.js in a browser that knows no such lists', patient, async () => {
    const film = { ...secondFilm, name: 'elsewhere.avi', size: '854x480' };
    const file = await uploadFile(client, {
      name: film.name,
      type: film.type,
      bytes: await bytesOf(film, 30),
    });
    await page.evaluate(() => (HTMLMediaElement.prototype.canPlayType = () => ''));
    const window = await shelf.open(film.name);
    await playsAfter(page);
    expect(await shown(window)).toMatchObject({ isLive: true, duration: expect.closeTo(30, 0) });
    expect(await window.locator('video').getAttribute('src')).toMatch(/^blob:/);
    await seekTo(page, 25);
    // The next film waits for no more of it.
    await client.call(routes.deleteElements, { body: { url: '/', arr: [file._id], forever: true } });
  });

  it('is there for its owner only, and as long as its element is', patient, async () => {
    const look = { size: '1280x720', codec: '-c:v mpeg4 -q:v 2' };
    const film = { name: 'later.avi', type: 'video/x-msvideo', ...look };
    const file = await uploadFile(client, { ...film, bytes: await bytesOf(film, 30) });
    const body = { id: file._id, linkurl: file.linkurl ?? '' };
    let live = '';
    // The film before this one may still be under way.
    await eventually(
      async () => {
        const answer = await client.call(routes.convertVideo, { body });
        if ('live' in answer) live = answer.live ?? '';
        return live !== '';
      },
      { timeoutMs: 120_000 },
    );
    const run = live.split('/')[3] ?? '';
    const segment = { params: { run, file: '0.m4s' } };
    const other = apiClient(shelf.skyshelf.url, await shelf.skyshelf.token('early-playback-other'));
    expect(await client.send(routes.readLiveFilm, segment)).toMatchObject({ status: 200 });
    expect(await other.send(routes.readLiveFilm, segment)).toMatchObject({ status: 404 });
    const visitor = await fetch(`${shelf.skyshelf.url}${live}`);
    expect(visitor.status).toBe(401);
    await client.call(routes.deleteElements, { body: { url: '/', arr: [file._id] } });
    expect(await client.send(routes.readLiveFilm, segment)).toMatchObject({ status: 404 });
    other.close();
  });
});
