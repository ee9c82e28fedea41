import type { BrowserContext, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { playAll, playerHosts } from './player-stand-ins.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');
const links = [
  { linkname: 'First', linktype: 'youtube', linkurl: 'https://www.youtube.com/watch?v=AAAAAAAAAAA' },
  { linkname: 'Second', linktype: 'youtube', linkurl: 'https://youtu.be/BBBBBBBBBBB' },
  { linkname: 'Tides', linktype: 'vimeo', linkurl: 'https://vimeo.com/76' },
  { linkname: 'Waves', linktype: 'vimeo', linkurl: 'https://vimeo.com/77' },
  { linkname: 'Dance', linktype: 'tiktok', linkurl: 'https://www.tiktok.com/@u/video/71' },
];

describe.runIf(once)('videos of providers', () => {
  let shelf: OpenShelf;
  const asked: Request[] = [];

  beforeAll(async () => {
    const prepare = (context: BrowserContext) => {
      context.on('request', (request) => asked.push(request));
      return playAll(context);
    };
    shelf = await openShelf('players', { elements: links, visits: playerHosts, prepare });
  });
  afterAll(() => shelf?.close());

  const frameOf = (host: string) => asked.filter((request) => request.url().startsWith(`https://${host}/`));

  it('play in frames of their own, and the next one follows at the end [S2.5]', async () => {
    await shelf.open('First');
    const second = shelf.page.getByRole('dialog', { name: 'Second, preview' });
    await second.locator('[data-player="alive"]').waitFor();
    const [first] = frameOf('www.youtube-nocookie.com');
    expect(new URL(first?.url() ?? '').searchParams.get('autoplay')).toBe('1');
    expect(await first?.headerValue('referer')).toBe(`${shelf.skyshelf.url}/`);
    await shelf.closeWindow();

    await shelf.open('Tides');
    await shelf.page.getByRole('dialog', { name: 'Waves, preview' }).waitFor();
    await shelf.closeWindow();
  });

  it('have the size of tiktok’s frame [S2.7 S2.16]', async () => {
    const window = await shelf.open('Dance');
    await window.locator('[data-player="alive"]').waitFor();
    await expect.poll(() => window.boundingBox()).toMatchObject({ width: 576, height: 707 });
    await shelf.closeWindow();
  });

  it('load no script of a provider into the page, and nothing that its policy forbids', () => {
    // Their own pictures are not there without leave to fetch them.
    expect(shelf.errors.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
    const own = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr', 'image', 'font', 'eventsource']);
    const foreign = asked.filter((request) => !request.url().startsWith(shelf.skyshelf.url));
    expect(
      foreign.filter(
        (request) => own.has(request.resourceType()) && request.frame() === shelf.page.mainFrame(),
      ),
    ).toEqual([]);
    expect(new Set(foreign.map((request) => new URL(request.url()).host))).toEqual(
      new Set(['www.youtube-nocookie.com', 'player.vimeo.com', 'www.tiktok.com']),
    );
  });
});
