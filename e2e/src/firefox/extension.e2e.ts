import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '@skyshelf/contracts';
import { apiClient, type RunningSkyshelf } from '@skyshelf/testing';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackExtension } from '../extension/unpack-extension.js';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { appears, button, click, field, fill, hasFirefox, launchFirefox, press } from './firefox-person.js';

const once = onlyIn('standalone', 'what the extension asks of a server is the same there');
const isWanted = process.env.E2E_FIREFOX === '1';
/** Mozilla's own check; with all that it needs it is too large to be installed for everyone. */
const LINT = ['--yes', 'web-ext@10.7.0', 'lint', '--output=json', '--source-dir'];
/** Else it is another one in each profile, and nobody outside learns it. */
const INTERNAL_ID = '6f1c2d5e-0b7a-4c35-9a52-3d2f5b8e1a90';
const tides = 'https://tides.example/today';

interface WithStorage {
  browser: { storage: { session: { set(items: object): Promise<void> } } };
}

describe.runIf(once && isWanted && hasFirefox)('the extension in Firefox', { timeout: 180_000 }, () => {
  let skyshelf: RunningSkyshelf;
  let unpacked: string;
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-firefox-extension-'));

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    unpacked = await unpackExtension(skyshelf.url, 'firefox', folder);
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      browser_specific_settings: { gecko: { id: string } };
    };
    const { id } = manifest.browser_specific_settings.gecko;
    const uuids = JSON.stringify({ [id]: INTERNAL_ID });
    browser = await launchFirefox({ 'extensions.webextensions.uuids': uuids }, { extensions: true });
    await browser.installExtension(unpacked);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has no error by Mozilla’s check', async () => {
    const { stdout } = await promisify(execFile)('npx', [...LINT, unpacked], { maxBuffer: 2 ** 24 });
    const { errors, warnings } = JSON.parse(stdout) as { errors: object[]; warnings: { code: string }[] };
    expect(errors).toEqual([]);
    // It is for computers: nothing is said of phones.
    expect(warnings.map(({ code }) => code)).toEqual(['KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION']);
  });

  /** The window in which something is saved, with what was chosen in the menu; a driver can't click there. */
  const openSave = async (page: Page): Promise<void> => {
    await page.goto(`moz-extension://${INTERNAL_ID}/popup.html`);
    await page.evaluate(
      (url) =>
        (globalThis as unknown as WithStorage).browser.storage.session.set({
          draft: { url, name: 'High tides' },
        }),
      tides,
    );
    await page.goto('about:blank');
    await page.goto(`moz-extension://${INTERNAL_ID}/popup.html#waiting`);
  };
  const next = (): Promise<Page> =>
    new Promise((resolve, reject) =>
      browser.once('targetcreated', (target) => {
        target.page().then((page) => (page ? resolve(page) : reject(new Error('It is no page.'))), reject);
      }),
    );

  it('connects, and saves a page with a tag', async () => {
    const token = await skyshelf.token('fenja');
    const client = apiClient(skyshelf.url, token);
    const page = await browser.newPage();
    await page.goto(skyshelf.url);
    await click(page, 'header ::-p-text(Log In)');
    await fill(page, 'input[name="name"], input[type="text"]', 'fenja');
    await press(page, 'Enter');
    await appears(page, button('Create folder'));
    await openSave(page);
    const asking = next();
    await click(page, button('Connect'));
    const asked = await asking;
    const saving = next();
    await click(asked, button('Connect this browser'));
    await appears(asked, '::-p-text(This browser is connected)');
    const form = await saving;
    await appears(form, '[role="treeitem"]');
    await fill(form, field('Tags'), 'sea');
    await press(form, 'Enter');
    await click(form, button('Save'));
    await appears(form, '::-p-text(‘High tides’ is in All Files.)');
    const { docs } = await client.call(routes.listFolder, { body: { url: '/' } });
    expect(docs.find(({ linkurl }) => linkurl === tides)).toMatchObject({
      linkname: 'High tides',
      linktag: ['sea'],
    });
    const { docs: sessions } = await client.call(routes.listSessions);
    expect(sessions.map((each) => each.browser)).toContain('Extension, Firefox');
    client.close();
  });
});
