import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--js-flags=--expose-gc'],
  });

/** A page of the product in a browser of its own, signed in. */
export async function signedIn(page: Page, url: string, token: string): Promise<void> {
  const state = randomUUID();
  // What the page keeps while a sign-in is under way.
  await page.addInitScript((begun) => {
    if (location.pathname === '/callback') localStorage.setItem(begun, String(Date.now()));
  }, `skyshelf:sign-in:${state}`);
  const hash = new URLSearchParams({
    state,
    access_token: token,
    id_token: token,
    expires_at: String(Date.now() + 86_400_000),
  });
  await page.goto(`${url}/callback#${hash}`);
  await page.waitForURL('**/allfiles/**');
  await page.getByRole('button', { name: 'Upload' }).first().waitFor();
}

/** The page's own measurements during use, all in milliseconds. */
export interface Notes {
  /** The longest event of each interaction; those under 16 ms come as 8. */
  interactions: number[];
  /** The tasks over 50 ms. */
  longTasks: number[];
  layoutShift: number;
  frames: number[];
}

interface NotingWindow {
  benchNotes: {
    events: Map<number, number>;
    longTasks: number[];
    shift: number;
    frames: number[];
    counted: number;
  };
}

/** Install it before the page runs. */
export function takeNotes(): void {
  const notes: NotingWindow['benchNotes'] = {
    events: new Map(),
    longTasks: [],
    shift: 0,
    frames: [],
    counted: 0,
  };
  (window as unknown as NotingWindow).benchNotes = notes;
  const observe = (type: string, each: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });
  observe(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId)
        notes.events.set(interactionId, Math.max(duration, notes.events.get(interactionId) ?? 0));
    },
    { durationThreshold: 16 },
  );
  observe('longtask', ({ duration }) => notes.longTasks.push(duration));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) notes.shift += value;
  });
}

/** To be installed before the page runs: as on a line where every byte costs, so that nothing is fetched ahead. */
export function savingData(): void {
  const connection = Object.assign(new EventTarget(), { saveData: true });
  Object.defineProperty(navigator, 'connection', { get: () => connection });
}

/** Begins to note again. */
export const beginNotes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const notes = (window as unknown as NotingWindow).benchNotes;
    notes.events.clear();
    notes.longTasks.length = 0;
    notes.frames.length = 0;
    notes.shift = 0;
    notes.counted = (performance as Performance & { interactionCount?: number }).interactionCount ?? 0;
  });

/** Reads the notes since the last call. */
export const readNotes = (page: Page): Promise<Notes> =>
  page.evaluate(async () => {
    // Entries come a moment after what they tell of.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
    const notes = (window as unknown as NotingWindow).benchNotes;
    const all = (performance as Performance & { interactionCount?: number }).interactionCount ?? 0;
    const slow = [...notes.events.values()];
    const quick = Math.max(0, all - notes.counted - slow.length);
    return {
      interactions: [...slow, ...Array.from({ length: quick }, () => 8)],
      longTasks: [...notes.longTasks],
      layoutShift: notes.shift,
      frames: [...notes.frames],
    };
  });

/** Notes the time between frames for so long. */
export const noteFrames = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate(
    (forMs) =>
      new Promise<void>((resolve) => {
        const { frames } = (window as unknown as NotingWindow).benchNotes;
        const began = performance.now();
        let last = began;
        const frame = (now: number): void => {
          frames.push(now - last);
          last = now;
          if (now - began < forMs) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame(frame);
      }),
    milliseconds,
  );

export async function slowDown(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}
