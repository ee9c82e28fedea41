import type { Page } from 'playwright';

interface Seen {
  /** The time in milliseconds when the file was opened, by the page's clock. */
  opened: number;
  /** The time when its picture began to move. */
  played: number | null;
  /** How often it stood still for want of data after it had begun. */
  stalls: number;
}
declare global {
  interface Window {
    seen: Seen;
  }
}

/** Notes, from now on, when films of the page are opened, begin to play, and stop for want of data. */
export const watchFilms = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.seen = { opened: 0, played: null, stalls: 0 };
    const on = (name: string, listener: (event: Event) => void) =>
      document.addEventListener(name, listener, { capture: true });
    on('dblclick', () => (window.seen = { opened: performance.now(), played: null, stalls: 0 }));
    // Not the clips on the tiles.
    const filmOf = ({ target }: Event) =>
      target instanceof HTMLVideoElement && target.closest('[role="dialog"]') ? target : null;
    on('timeupdate', (event) => {
      const film = filmOf(event);
      if (film && film.currentTime > 0 && film.videoWidth > 0) window.seen.played ??= performance.now();
    });
    on('waiting', (event) => {
      const film = filmOf(event);
      if (film && !film.seeking && window.seen.played !== null) window.seen.stalls += 1;
    });
  });

/** Milliseconds from opening to playing. */
export async function playsAfter(page: Page, timeout = 60_000): Promise<number> {
  await page.waitForFunction(() => window.seen.played !== null, null, { timeout, polling: 50 });
  return page.evaluate(() => (window.seen.played ?? NaN) - window.seen.opened);
}

/** Milliseconds until the film that is open plays on at another place. */
export const seekTo = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(async (to) => {
    const film = () => document.querySelector<HTMLVideoElement>('[role="dialog"] video');
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const look = setInterval(() => {
      // The film itself may have taken the place of what was watched in the meantime.
      const { currentTime = 0, seeking = true, readyState = 0 } = film() ?? {};
      if (currentTime > to + 0.05 && currentTime < to + 8 && !seeking && readyState > 2)
        resolve(performance.now() - since);
    }, 20);
    const late = setTimeout(
      () => reject(new Error(`It is at ${film()?.currentTime}, not at ${to}.`)),
      60_000,
    );
    const now = film();
    if (now) now.currentTime = to;
    await now?.play();
    return promise.finally(() => {
      clearInterval(look);
      clearTimeout(late);
    });
  }, seconds);
