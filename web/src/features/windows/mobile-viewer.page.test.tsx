import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { file } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { currentSession, startSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { store } from '../../shared/store/store.js';
import { openWindow } from './open-window.js';
import { selectWindows, windowClosed } from './windows-slice.js';
import Windows from './windows.js';

const photos = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => file(name, { linktype: 'image/jpeg' }));
const stack = () => selectWindows(store.getState()).stack;
const shown = (): string | undefined => stack()[0]?.element.linkname;
type Spot = [x: number, y: number];

/** Sends one event for the fingers on the screen. */
const touch = (type: string, spots: Spot[], lifted: Spot[] = spots): void => {
  const target = document.elementFromPoint(195, 420) ?? document.body;
  const of = (all: Spot[]): Touch[] =>
    all.map(([clientX, clientY], identifier) => new Touch({ identifier, target, clientX, clientY }));
  target.dispatchEvent(
    new TouchEvent(type, {
      bubbles: true,
      cancelable: true,
      touches: of(spots),
      changedTouches: of(lifted),
    }),
  );
};
const swipe = (from: number, to: number): void => {
  touch('touchstart', [[from, 400]]);
  touch('touchmove', [[to, 405]]);
  touch('touchend', [], [[to, 405]]);
};

describe('the viewer of phones', () => {
  let remove = (): void => undefined;
  const open = async (index = 0): Promise<void> => {
    const element = photos[index] ?? expect.fail('no such photo');
    store.dispatch(openWindow(element, photos));
    await expect.element(page.getByRole('dialog', { name: `${element.linkname}, preview` })).toBeVisible();
    await expect.poll(() => document.querySelector('dialog [style*="scale"]')).not.toBeNull();
  };
  beforeEach(async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ counter: 1 })));
    await page.viewport(390, 844);
    remove = show(<Windows covered={false} />);
  });
  afterEach(async () => {
    for (const { id } of stack()) store.dispatch(windowClosed(id));
    await vi.waitFor(
      () => {
        if ((history.state as { viewer?: true } | null)?.viewer) throw new Error('its entry is still there');
      },
      { timeout: 15_000 },
    );
    remove();
    vi.unstubAllGlobals();
  });

  it('turns by swipes, round at both ends, and fades in for a second [S2.18 S2.19 S2.21]', async () => {
    await open();
    const dialog = document.querySelector('dialog') ?? expect.fail('no dialog');
    expect(getComputedStyle(dialog).animationDuration).toBe('1s');
    swipe(80, 300);
    await expect.poll(shown).toBe('c.jpg');
    swipe(300, 80);
    await expect.poll(shown).toBe('a.jpg');
    swipe(300, 280);
    expect(shown()).toBe('a.jpg');
  });

  it('fills viewports under 992 px, with the name as its title and a dimmer while it loads [S2.18]', async () => {
    const isAsked = (request: RequestInfo | URL): boolean => String(request).includes('/api/libreoffice/');
    vi.stubGlobal('fetch', (request: RequestInfo | URL) =>
      isAsked(request) ? new Promise(() => undefined) : Promise.resolve(Response.json({ counter: 1 })),
    );
    const letter = file('letter.docx', { linktype: 'application/msword' });
    store.dispatch(openWindow(letter, []));
    const dialog = page.getByRole('dialog', { name: 'letter.docx, preview' });
    await expect.element(dialog.getByText('letter.docx', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('status', { name: 'Loading' })).toBeVisible();
    for (const [width, isFull] of [
      [992, false],
      [991, true],
    ] as const) {
      await page.viewport(width, 700);
      await expect.poll(() => document.querySelector('dialog[open]') !== null).toBe(isFull);
    }
    expect(dialog.element().getBoundingClientRect()).toMatchObject({ width: 991, height: 700 });
  });

  it('goes on to the next film when one has ended [S2.20]', async () => {
    // Nothing is served here: a film that is not fetched has not failed.
    vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(() => undefined);
    const session = currentSession() ?? expect.fail('no session');
    startSession({ ...session, accessToken: 'of films' });
    await ensureReadCookie();
    const films = ['a.mp4', 'b.mp4'].map((name) => file(name, { linktype: 'video/mp4' }));
    const [first = expect.fail('no film')] = films;
    store.dispatch(openWindow(first, films));
    for (const next of ['b.mp4', 'a.mp4']) {
      const playing = page.getByRole('dialog', { name: `${shown()}, preview` });
      await expect.poll(() => playing.element().querySelector('video')).not.toBeNull();
      playing.element().querySelector('video')?.dispatchEvent(new Event('ended'));
      await expect.poll(shown).toBe(next);
    }
    vi.restoreAllMocks();
    startSession(session);
  });

  it('closes by the way back, and leaves no entry when it is closed otherwise', async () => {
    await open();
    expect(history.state).toEqual({ viewer: true });
    history.back();
    await expect.poll(() => stack().length).toBe(0);
    await open(1);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => history.state as unknown).not.toEqual({ viewer: true });
    expect(stack()).toEqual([]);
  });

  it('enlarges a picture by two fingers; then one moves it, and none turns', async () => {
    await open();
    const transform = () => document.querySelector<HTMLElement>('[data-zoomed] > div')?.style.transform;
    touch('touchstart', [
      [150, 400],
      [240, 400],
    ]);
    touch('touchmove', [
      [105, 400],
      [285, 400],
    ]);
    touch('touchend', [], [[285, 400]]);
    await expect.poll(transform).toContain('scale(2)');
    swipe(300, 100);
    expect(shown()).toBe('a.jpg');
    expect(transform()).toContain('scale(2)');
  });
});
