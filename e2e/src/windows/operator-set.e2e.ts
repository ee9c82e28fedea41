import { routes } from '@skyshelf/contracts';
import { apiClient, launchSkyshelf, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson, watchErrors } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** Tries to reach what is not its own, and says how that ended. */
const ad = `<p>Disks, cheap</p><ul></ul><script>
  const tries = {
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    session: () => sessionStorage.length,
    page: () => parent.document.title,
    top: () => { top.location = 'about:blank#gone' },
  };
  for (const [name, reach] of Object.entries(tries)) {
    let outcome = 'reached';
    try { reach() } catch { outcome = 'refused' }
    document.querySelector('ul').innerHTML += '<li>' + name + ': ' + outcome + '</li>';
  }
</script>`;
const embed = `<!doctype html><title>A film</title><script>
  try { top.location = 'about:blank#gone' } catch {}
  document.write('<h1>A film</h1>');
</script>`;

describe.runIf(once)('what the operator sets', () => {
  let skyshelf: LaunchedSkyshelf;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({
      env: {
        AD_SLOTS: JSON.stringify({ listing: { html: ad, height: 120 }, download: { html: ad } }),
        CATALOG_VIEWKEY_VIDEO_HOSTS: 'viewkey.example',
      },
    });
    const token = await skyshelf.token('visitor of ads');
    const client = apiClient(skyshelf.url, token);
    const linkurl = 'https://www.viewkey.example/view_video.php?viewkey=ph5a';
    const obj = { linkname: 'A film', linktype: 'viewkeyvideo', linkurl };
    await client.call(routes.addElement, { body: { url: '/', obj } });
    await uploadFile(client, { name: 'notes.md', type: 'text/markdown', bytes: Buffer.from('# Notes') });
    client.close();
    browser = await launchChromium();
    context = await newPerson(browser, { still: true, visits: ['www.viewkey.example'] });
    await context.route('https://*.viewkey.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: embed }),
    );
    page = await context.newPage();
    errors = watchErrors(page);
    await enter(page, skyshelf, token);
  });
  afterAll(async () => {
    await browser?.close();
    await skyshelf?.dispose();
  });

  const open = async (name: string) => {
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).dblclick();
    return page.getByRole('dialog', { name: `${name}, preview` });
  };

  it('is an ad between rows, whose scripts reach neither cookies nor storage nor the page', async () => {
    const frame = page.frameLocator('iframe[title="Advertisement"]');
    await frame.getByText('top: refused').waitFor();
    expect(await frame.getByRole('listitem').allTextContents()).toEqual([
      'cookie: refused',
      'storage: refused',
      'session: refused',
      'page: refused',
      'top: refused',
    ]);
    expect(page.url()).toBe(`${skyshelf.url}/allfiles/`);
  });

  it('is a host whose videos play in a frame that can take the page nowhere [S2.6]', async () => {
    const window = await open('A film');
    await window.frameLocator('iframe').getByRole('heading', { name: 'A film' }).waitFor();
    expect(page.url()).toBe(`${skyshelf.url}/allfiles/`);
    await page.keyboard.press('Escape');
  });

  it('breaks nothing of the page’s policy', () => {
    expect(errors.filter((each) => /policy/i.test(each) && !/top|navigat|sandbox/i.test(each))).toEqual([]);
  });
});
