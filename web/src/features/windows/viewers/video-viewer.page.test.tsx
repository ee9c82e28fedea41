import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { filePath } from '../../../shared/files/paths.js';
import { page } from 'vitest/browser';
import { file } from '../../../../testing/element.js';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { ensureReadCookie } from '../../../shared/session/read-cookie.js';
import VideoViewer from './video-viewer.js';

const converted = 'Cloud/m1/local|alice###mp4.mp4';
const film = file('film.avi', { linktype: 'video/x-msvideo' });
const wait = 'Please wait, converting video to play online.';

/** Addresses that a player was given; none of them is here to be played. */
let played: (string | null)[] = [];
/** Calls that were made. */
let asked: [path: string, body: unknown][] = [];
const watch = new MutationObserver(() => {
  const address = document.querySelector('video')?.getAttribute('src') ?? null;
  if (address !== null && played.at(-1) !== address) played.push(address);
});
let remove = (): void => undefined;

const open = (element: typeof film, answer: object): void => {
  const noted = (path: string, given: object) => (body: unknown) => {
    asked.push([path, body]);
    return given;
  };
  serve({
    '/api/ffmpeg/': noted('/api/ffmpeg/', answer),
    '/api/ffmpeg/update/': noted('/api/ffmpeg/update/', {}),
  });
  remove = show(<VideoViewer element={element} onEnd={() => undefined} />);
};

beforeEach(async () => {
  played = [];
  asked = [];
  serve({ '/api/token/': () => ({ ok: true, sub: 'local|alice' }) });
  await ensureReadCookie();
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['src'] });
});
afterEach(() => {
  watch.disconnect();
  remove();
  vi.unstubAllGlobals();
});

it('plays from its own address what the browser plays [S2.9]', async () => {
  const clip = file('clip.mp4', { linktype: 'video/mp4' });
  open(clip, { wait: true });
  await expect.poll(() => played[0]).toBe(filePath(clip.linkurl ?? ''));
});

it('plays the converted film where there is one, and else asks for it, saying so [F4.16]', async () => {
  open({ ...film, openElement: converted }, { wait: true });
  expect(asked).toEqual([]);
  await expect.poll(() => played[0]).toBe(filePath(converted));
  remove();
  played = [];
  open(film, { wait: true });
  await expect.element(page.getByText(wait, { exact: true })).toBeVisible();
  await expect.poll(() => asked[0]).toEqual(['/api/ffmpeg/', { id: film._id, linkurl: film.linkurl }]);
  expect(played).toEqual([]);
});

it('plays what was made of it, and reports its address [F4.18]', async () => {
  open(film, { ok: true, openElement: converted });
  await expect.poll(() => played[0]).toBe(filePath(converted));
  const reported = ['/api/ffmpeg/update/', { id: film._id, linkurl: converted }];
  await expect.poll(() => asked).toContainEqual(reported);
});
