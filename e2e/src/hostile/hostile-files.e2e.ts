import { downloadPath, filePath, routes, type ElementView } from '@skyshelf/contracts';
import { startStandIn, type RunningSkyshelf, type StandIn } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson } from '../browser.js';
import { openShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { embed } from './embed.js';
import { hostileFiles, script } from './hostile-files.js';
import { visitAddress, watch } from './watch.js';

/** A busy machine takes many times the usual 2 s for a document. */
const patient = { timeout: 90_000 };

const once = enoughIn(
  'standalone',
  'what runs in a page follows from headers and the page, which are the same in both',
);

describe.runIf(once)('a hostile file', () => {
  let skyshelf: RunningSkyshelf;
  let elsewhere: StandIn;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let files: ElementView[];
  /** Scripts of files that ran, and addresses that were asked elsewhere. */
  const ran: string[] = [];
  const asked: string[] = [];
  const harm = () => ({ ran, asked, elsewhere: elsewhere.asked });
  const none = { ran: [], asked: [], elsewhere: [] };

  beforeAll(async () => {
    [skyshelf, elsewhere] = await Promise.all([sharedSkyshelf(), startStandIn()]);
    const named = (linktype: string) => `<img src=x onerror="hostile('${linktype}')">`;
    const shelf = await openShelf('hostile', {
      ...{ violates: true, worker: true },
      files: await hostileFiles(elsewhere.url),
      elements: [
        { linkname: named('folder'), linktype: 'folder' },
        { linkname: named('website'), linktype: 'website', linkurl: 'https://example.com/' },
      ],
      prepare: (opened) => watch(opened, skyshelf.url, { ran, asked }),
    });
    ({ browser, context, page } = shelf);
    const { client } = shelf;
    await page.getByRole('option', { name: /paper\.pdf/ }).waitFor();
    ({ docs: files } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } }));
    client.close();
  });
  afterAll(async () => {
    await browser?.close();
    await elsewhere?.stop();
  });

  it('is noticed where it runs: the watch is awake', async () => {
    const other = await newPerson(browser);
    const noticed: string[] = [];
    await other.exposeBinding('hostile', (_, by: string) => void noticed.push(by));
    elsewhere.answer((_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<script>${script('control', elsewhere.url)}</script>`),
    );
    const control = await other.newPage();
    await control.goto(elsewhere.url, { waitUntil: 'networkidle' });
    expect(noticed).toEqual(['control']);
    expect(elsewhere.asked).toEqual(expect.arrayContaining(['/fetch/control', '/image/control']));
    await other.close();
    elsewhere.asked.length = 0;
    expect(harm()).toEqual(none);
  });

  const visit = (address: string) => visitAddress(context, new URL(address, skyshelf.url));

  const stored = () => files.filter(({ linkurl }) => linkurl?.startsWith('Cloud/'));

  it(`runs nothing and calls no one when its own address is visited (${sampleSeed})`, async () => {
    for (const { linkurl } of sampleOf(stored(), 2)) await visit(filePath(linkurl ?? ''));
    expect(harm()).toEqual(none);
  });

  it(`runs nothing and calls no one when it is downloaded (${sampleSeed})`, async () => {
    for (const { linkurl } of sampleOf(stored(), 4)) await visit(downloadPath([linkurl ?? '']));
    expect(harm()).toEqual(none);
  });

  it('becomes no part of a page of ours: no frame, no script, no style, no worker', async () => {
    for (const { linkurl, linkname } of stored())
      expect([linkname, await page.evaluate(embed, filePath(linkurl ?? ''))]).toEqual([linkname, []]);
    expect(harm()).toEqual(none);
  });

  it(`runs nothing and calls no one in its viewer (${sampleSeed})`, async () => {
    for (const { linkname } of sampleOf(stored(), 3)) {
      await page.getByRole('option', { name: linkname }).dblclick();
      const window = page.getByRole('dialog', { name: `${linkname}, preview` });
      const shown = window.locator(
        '[data-no-preview], img[data-loaded="true"], canvas[data-drawn], [data-note], [role="gridcell"], [data-line], media-play-button',
      );
      await shown.or(page.getByText('Some error occurred')).first().waitFor(patient);
      await page.keyboard.press('Escape');
      await window.waitFor({ state: 'detached' });
    }
    expect(harm()).toEqual(none);
  });

  it('gives nothing to what is made of it', async () => {
    const made = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    for (const address of new Set(made.filter((each) => each.includes('/files/')))) await visit(address);
    expect(harm()).toEqual(none);
  });
});
