import type { RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enter, launchChromium, newPerson, signIn } from '../browser.js';
import { enoughIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

const once = enoughIn('standalone', 'what the page refuses is decided in the browser');

const shelfOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const claims = localStorage.getItem('access_token')?.split('.')[1];
    const text = claims && atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return text ? (JSON.parse(text) as { sub: string }).sub : null;
  });

describe('signing in', () => {
  let skyshelf: RunningSkyshelf;
  let browser: Browser;
  let person: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    browser = await launchChromium();
  });
  beforeEach(async () => {
    person = await newPerson(browser);
    page = await person.newPage();
  });
  // Ends every person's pages too; a single one whose pages are still on their way somewhere was seen not to close.
  afterAll(() => browser.close());

  const attackersLink = async (path: string, more: Record<string, string> = {}): Promise<string> => {
    const token = await skyshelf.token('mallory');
    const expires_at = String(Date.now() + 3_600_000);
    return `${skyshelf.url}${path}#${new URLSearchParams({ access_token: token, id_token: token, expires_at, ...more })}`;
  };
  const refused = () => page.getByRole('heading', { name: 'This sign-in did not begin in this browser' });

  it('works from another name of this machine, and in two tabs at once', async () => {
    const { port } = new URL(skyshelf.url);
    await page.goto(`http://localhost:${port}/login`);
    await page.getByLabel(/name/i).first().fill('wendy');
    const other = await person.newPage();
    await signIn(other, skyshelf.url, 'wendy');
    await page
      .getByRole('button', { name: /continue|sign in/i })
      .first()
      .click();
    await page.waitForURL('**/allfiles/**');
    expect(new URL(page.url()).origin).toBe(new URL(skyshelf.url).origin);
    expect(await shelfOf(page)).toBe('local|wendy');
  });

  it.runIf(once).each([
    ['/callback', {}, '/login'],
    ['/callback', { state: 'a'.repeat(64) }, '/login'],
    ['/pricingcallback', {}, '/loginpricing'],
  ])(
    'is refused at %s for a link with good tokens that this browser did not ask for',
    async (path, more, again) => {
      await page.goto(await attackersLink(path, more));
      await refused().waitFor();
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null);
      expect(new URL(page.url()).hash).toBe('');
      expect(await page.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe(again);
    },
  );

  it.runIf(once)('is refused for such a link when a user is signed in, who stays so', async () => {
    await enter(page, skyshelf, await skyshelf.token('vera'));
    const link = await attackersLink('/callback');
    await page.goto('about:blank');
    await page.goto(link);
    await refused().waitFor();
    expect(await shelfOf(page)).toBe('local|vera');
    await page.getByRole('link', { name: 'Back to my files' }).click();
    await page.waitForURL('**/allfiles/**');
  });

  it.runIf(once)(
    'reads settings after the token call; logs out at the server, then here [S7.12 S7.15]',
    async () => {
      const calls: string[] = [];
      page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await signIn(page, skyshelf.url, 'vera');
      await expect.poll(() => calls.includes('GET /api/account/options/'), { timeout: 30_000 }).toBe(true);
      expect(calls.indexOf('POST /api/token/')).toBeGreaterThan(-1);
      expect(calls.indexOf('POST /api/token/')).toBeLessThan(calls.indexOf('GET /api/account/options/'));
      const held: (string | null)[] = [];
      await page.route('**/api/logout/', async (route) => {
        held.push(await page.evaluate(() => localStorage.getItem('access_token')));
        await route.continue();
      });
      await page.getByRole('button', { name: 'Profile menu' }).click();
      await page.getByRole('menuitem', { name: 'Log Out' }).click();
      await page.waitForURL(`${skyshelf.url}/`);
      expect(held).toEqual([expect.any(String)]);
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    },
  );

  it.runIf(once)(
    'loads again after a bad token, else goes to / and logs what went wrong [S4.12]',
    async () => {
      const logged: string[] = [];
      const loaded: string[] = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      page.on('request', (request) => {
        if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname);
      });
      for (const error of ['invalid_token', 'access_denied']) {
        await page.goto(`${skyshelf.url}/callback#error=${error}`);
        await page.waitForURL(`${skyshelf.url}/`);
        await page.goto('about:blank');
      }
      expect(loaded).toEqual(['/callback', '/callback', '/', '/callback', '/']);
      expect(logged.filter((each) => each.includes('Logging in'))).toEqual([
        'Logging in failed: access_denied',
      ]);
    },
  );

  it('is good for one return', async () => {
    const begun = page.waitForRequest(/\/auth\/local\?/);
    await page.goto(`${skyshelf.url}/login`);
    const state = new URL((await begun).url()).searchParams.get('clientState') ?? '';
    // The provider's page: what is still on its way there would take the place of the next address.
    await page.waitForURL('**/who/**');
    await page.goto(await attackersLink('/callback', { state }));
    await page.waitForURL('**/allfiles/**');
    await page.goto('about:blank');
    await page.goto(await attackersLink('/callback', { state }));
    await refused().waitFor();
  });
});
