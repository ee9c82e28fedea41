import { routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson, watchErrors } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
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
  let skyshelf: RunningSkyshelf;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  const asked: Request[] = [];

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    const token = await skyshelf.token('players');
    const client = apiClient(skyshelf.url, token);
    for (const obj of links) await client.call(routes.addElement, { body: { url: '/', obj } });
    client.close();
    browser = await launchChromium();
    context = await newPerson(browser, { visits: playerHosts });
    await playAll(context);
    page = await context.newPage();
    page.on('request', (request) => asked.push(request));
    errors = watchErrors(page);
    await enter(page, skyshelf, token);
  });
  afterAll(() => browser?.close());

  const open = async (name: string) => {
    await page.getByRole('option', { name: new RegExp(`^${name},`) }).dblclick();
    return page.getByRole('dialog', { name: `${name}, preview` });
  };
  const close = () => page.keyboard.press('Escape');
  const frameOf = (host: string) => asked.filter((request) => request.url().startsWith(`https://${host}/`));

  it('play in frames of their own, and the next one follows at the end [S2.5]', async () => {
    await open('First');
    const second = page.getByRole('dialog', { name: 'Second, preview' });
    await second.locator('[data-player="alive"]').waitFor();
    const [first] = frameOf('www.youtube-nocookie.com');
    expect(new URL(first?.url() ?? '').searchParams.get('autoplay')).toBe('1');
    expect(await first?.headerValue('referer')).toBe(`${skyshelf.url}/`);
    await close();

    await open('Tides');
    await page.getByRole('dialog', { name: 'Waves, preview' }).waitFor();
    await close();
  });

  it('have the size of tiktok’s frame [S2.7 S2.16]', async () => {
    const window = await open('Dance');
    await window.locator('[data-player="alive"]').waitFor();
    await expect.poll(() => window.boundingBox()).toMatchObject({ width: 576, height: 707 });
    await close();
  });

  it('load no script of a provider into the page, and nothing that its policy forbids', () => {
    // Their own pictures are not there without leave to fetch them.
    expect(errors.filter((each) => !each.startsWith('Failed to load resource'))).toEqual([]);
    const own = new Set(['document', 'script', 'stylesheet', 'fetch', 'xhr', 'image', 'font', 'eventsource']);
    const foreign = asked.filter((request) => !request.url().startsWith(skyshelf.url));
    expect(
      foreign.filter((request) => own.has(request.resourceType()) && request.frame() === page.mainFrame()),
    ).toEqual([]);
    expect(new Set(foreign.map((request) => new URL(request.url()).host))).toEqual(
      new Set(['www.youtube-nocookie.com', 'player.vimeo.com', 'www.tiktok.com']),
    );
  });
});
