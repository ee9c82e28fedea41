import type { CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { sampleImages, drawImage } from '../pages/sample-images.js';
import { enoughIn } from '../setup/only-in.js';
import { playAll, playerHosts } from './player-stand-ins.js';
import { jpxPicture, scannedPdf } from './scanned-pdf.js';
import { sound, webFilm } from './sample-media.js';
import { OtherBrowser, showsWhatTheServerHas, walkOnce } from './soak.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');
/** A sample of each viewer; WINDOW_OPENINGS=200 for the whole campaign. */
const openings = Number(process.env.WINDOW_OPENINGS ?? 18);
/** Two browsers use one shelf for this long; SOAK_SECONDS=1800 for the whole campaign. */
const soakSeconds = Number(process.env.SOAK_SECONDS ?? 10);

const links = [
  { linkname: 'Tides', linktype: 'youtube', linkurl: 'https://youtu.be/CCCCCCCCCCC' },
  { linkname: 'Waves', linktype: 'vimeo', linkurl: 'https://vimeo.com/78' },
  { linkname: 'Dance', linktype: 'tiktok', linkurl: 'https://www.tiktok.com/@u/video/71' },
];
/** The keys are what a viewer shows once it is open. */
const shown: Readonly<Record<string, string>> = {
  'photo.jpg': 'img[data-loaded="true"]',
  'film.webm': 'video',
  'tone.mp3': 'media-play-button',
  'page.pdf': 'canvas[data-drawn="1"]',
  'notes.md': '[data-note]',
  'box.zip': '[data-no-preview] a',
  Tides: '[data-player="alive"]',
  Waves: '[data-player="alive"]',
  Dance: '[data-player="alive"]',
};

interface Footprint {
  heap: number;
  nodes: number;
  listeners: number;
  soundsOpen: number;
  objectUrls: number;
  /** Nodes that are in no document but are kept by a script. */
  detached: number;
}

describe.runIf(once)('a page that is used for long', () => {
  let shelf: OpenShelf;
  let page: Page;
  let devtools: CDPSession;
  const errors: string[] = [];

  beforeAll(async () => {
    const [image] = Object.values(sampleImages);
    if (!image) throw new Error('There is no sample image.');
    const files = [
      ['photo.jpg', 'image/jpeg', await drawImage(image)],
      ['film.webm', 'video/webm', await webFilm()],
      ['tone.mp3', 'audio/mpeg', await sound('sine=frequency=900')],
      ['page.pdf', 'application/pdf', scannedPdf('JPXDecode', await jpxPicture())],
      ['notes.md', 'text/markdown', Buffer.from('# Notes')],
      ['box.zip', 'application/zip', Buffer.from('PK\u0003\u0004')],
    ] as const;
    shelf = await openShelf('opener', {
      visits: playerHosts,
      elements: [{ linkname: 'Inside', linktype: 'folder' }, ...links],
      files: files.map(([name, type, bytes]) => ({ name, type, bytes })),
      prepare: async (context) => {
        await playAll(context);
        await context.addInitScript(countWhatIsHeld);
        // Pictures of providers can't be had where there is no way out: only what the page itself throws counts.
        context.on('weberror', (thrown) => errors.push(thrown.error().message));
      },
    });
    page = shelf.page;
    devtools = await shelf.context.newCDPSession(page);
    await devtools.send('Performance.enable');
  });
  afterAll(() => shelf?.close());

  const openAndClose = async (name: string): Promise<void> => {
    const window = await shelf.open(name);
    await window.locator(shown[name] ?? '').waitFor();
    await shelf.closeWindow();
    await window.waitFor({ state: 'detached' });
  };

  /** In a session of its own: what it has told of, it keeps alive until it ends. */
  const detachedNodes = async (): Promise<number> => {
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    const { detachedNodes: trees } = await session.send('DOM.getDetachedDomNodes');
    await session.detach();
    return trees.reduce((sum, { retainedNodeIds }) => sum + retainedNodeIds.length, 0);
  };

  const footprint = async (): Promise<Footprint> => {
    for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const figure = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
    const detached = await detachedNodes();
    const held = await page.evaluate(() => (globalThis as unknown as { held: () => object }).held());
    return {
      heap: figure('JSHeapUsedSize'),
      nodes: figure('Nodes'),
      listeners: figure('JSEventListeners'),
      detached,
      ...(held as Pick<Footprint, 'soundsOpen' | 'objectUrls'>),
    };
  };

  it(
    `keeps nothing of windows that were closed, after ${openings} openings`,
    { timeout: 600_000 },
    async () => {
      const names = Object.keys(shown);
      // The first times bring the chunk of each viewer. Then the engine compiles what runs often: code,
      // nothing that a window left.
      const grown = Math.max(2 * names.length, openings / 3);
      for (let count = 0; count < grown; count += 1) await openAndClose(names[count % names.length] ?? '');
      const before = await footprint();
      for (let count = 0; count < openings; count += 1)
        await openAndClose(names[(count * 7 + 3) % names.length] ?? '');
      const after = await footprint();
      if (process.env.FIGURES) process.stdout.write(`${JSON.stringify({ before, after })}\n`);
      expect(after.heap / before.heap).toBeLessThanOrEqual(1.1);
      expect(after.nodes / before.nodes).toBeLessThanOrEqual(1.02);
      expect(after.listeners / before.listeners).toBeLessThanOrEqual(1.02);
      expect([after.soundsOpen, after.objectUrls]).toEqual([0, before.objectUrls]);
      // One is that by which the player's library asks whether a volume can be set.
      expect(after.detached).toBeLessThanOrEqual(1);
      if (openings >= 100) expect(after.detached).toBe(0);
    },
  );

  /** These elements sort before the links that come and go, and keep their places. */
  const still = ['box.zip', 'Dance', 'film.webm'];
  const walk = (turn: number): Promise<void> =>
    walkOnce(page, () => openAndClose(still[turn % still.length] ?? ''));

  it(
    `and a shelf that two browsers use for ${soakSeconds} s is shown as it is, without an error`,
    {
      timeout: soakSeconds * 1000 + 300_000,
    },
    async () => {
      const other = new OtherBrowser(shelf.client);
      const running = other.run();
      let turns = 0;
      const useFor = async (seconds: number): Promise<void> => {
        const until = Date.now() + seconds * 1000;
        do await walk((turns += 1));
        while (Date.now() < until);
      };
      let before: Footprint;
      try {
        // Some things grow once, up to a bound: chunks, the last messages, what can be undone.
        await useFor(soakSeconds / 4);
        before = await footprint();
        await useFor((soakSeconds * 3) / 4);
      } finally {
        other.stop();
        await running;
      }
      expect(await showsWhatTheServerHas(page, shelf.client)).toBe(true);
      const after = await footprint();
      if (process.env.FIGURES)
        process.stdout.write(`${JSON.stringify({ turns, changes: other.changes, before, after })}\n`);
      // In so short a time not all is full that is bounded.
      expect(after.heap / before.heap).toBeLessThanOrEqual(soakSeconds < 120 ? 1.3 : 1.15);
      expect(errors).toEqual([]);
    },
  );
});

/** Runs in the page before its own scripts: what must be let go by hand. */
function countWhatIsHeld(): void {
  const sounds = new Set<AudioContext>();
  const Original = globalThis.AudioContext;
  globalThis.AudioContext = class extends Original {
    constructor(options?: AudioContextOptions) {
      super(options);
      sounds.add(this);
    }
  };
  const urls = new Set<string>();
  const create = URL.createObjectURL.bind(URL);
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (source) => {
    const url = create(source);
    urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    urls.delete(url);
    revoke(url);
  };
  Object.assign(globalThis, {
    held: () => ({
      soundsOpen: [...sounds].filter(({ state }) => state !== 'closed').length,
      objectUrls: urls.size,
    }),
  });
}
