import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '@skyshelf/contracts';
import { apiClient, startStandIn, type RunningSkyshelf, type StandIn } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackExtension } from '../extension/unpack-extension.js';
import { onlyIn } from '../setup/only-in.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { ExtendedFirefox } from './extended-firefox.js';
import { hasFirefox } from './firefox-person.js';

const once = onlyIn('standalone', 'what the extension asks of a server is the same there');
const isWanted = process.env.E2E_FIREFOX === '1';
/** Mozilla's own check; with all that it needs it is too large to be installed for everyone. */
const LINT = ['--yes', 'web-ext@10.7.0', 'lint', '--output=json', '--source-dir'];
const ENTER = '\uE007';

const button = (name: string): string => `//button[not(@disabled) and normalize-space()="${name}"]`;
const folderNamed = (name: string): string => `//*[@role="treeitem"]/span[.="${name}"]`;

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>';
const page =
  '<title>High tides</title><h1>Tides</h1><a href="https://boats.example/ferries">Ferries</a><img src="/bay.svg">';
/** The site of someone else, with a link and a picture. */
const siteAnswer = ({ url }: IncomingMessage, answer: ServerResponse): void => {
  const isPicture = url === '/bay.svg';
  answer.setHeader('content-type', isPicture ? 'image/svg+xml' : 'text/html').end(isPicture ? picture : page);
};

describe.runIf(once && isWanted && hasFirefox)('the extension in Firefox', { timeout: 180_000 }, () => {
  let skyshelf: RunningSkyshelf;
  let unpacked: string;
  let firefox: ExtendedFirefox;
  let site: StandIn;
  let tides: string;
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-firefox-extension-'));

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    unpacked = await unpackExtension(skyshelf.url, 'firefox', folder);
    site = await startStandIn();
    site.answer(siteAnswer);
    tides = `${site.url.replace('127.0.0.1', 'tides.example')}/`;
    firefox = await ExtendedFirefox.of(unpacked, folder, 'tides.example');
  });
  afterAll(async () => {
    await firefox?.close();
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const asUser = async () => apiClient(skyshelf.url, await skyshelf.token('fenja'));
  const logIn = async (): Promise<void> => {
    await firefox.goTo('/who/');
    await firefox.type('input[name="name"]', `fenja${ENTER}`);
  };
  const allow = async (): Promise<void> => {
    await firefox.goTo('/extension/connect');
    await firefox.press(button('Connect this browser'));
    await firefox.shows('This browser is connected');
    await firefox.closeTab();
  };
  const save = async (note: string): Promise<void> => {
    await firefox.press(button('Save'));
    await firefox.shows(note);
    await firefox.press(button('Done'));
  };
  const inTravel = async () => {
    const client = await asUser();
    const { docs } = await client.call(routes.listFolder, { body: { url: '/Travel/' } });
    client.close();
    return docs;
  };

  it('has no error by Mozilla’s check', async () => {
    const { stdout } = await promisify(execFile)('npx', [...LINT, unpacked], { maxBuffer: 2 ** 24 });
    const { errors, warnings } = JSON.parse(stdout) as { errors: object[]; warnings: { code: string }[] };
    expect(errors).toEqual([]);
    // It is for computers: nothing is said of phones.
    expect(warnings.map(({ code }) => code)).toEqual(['KEY_FIREFOX_ANDROID_UNSUPPORTED_BY_MIN_VERSION']);
  });

  it('asks for its server where that is withheld, connects, and saves what was kept', async () => {
    const client = await asUser();
    const travel = { linkname: 'Travel', linktype: 'folder' };
    await client.call(routes.addElement, { body: { url: '/', obj: travel } });
    await firefox.open(`${skyshelf.url}/login`);
    await logIn();
    await firefox.goTo('/allfiles/');
    await firefox.open(tides);
    await firefox.withholdServer();

    await firefox.choose('h1', 'Save this page to Skyshelf');
    await firefox.goTo('popup.html#waiting');
    await firefox.shows('What you wanted to save is kept meanwhile.');
    await firefox.press(button('Connect'));
    await firefox.answer('Deny');
    await firefox.shows('The browser does not let the extension reach 127.0.0.1');
    await firefox.press(button('Connect'));
    await firefox.answer('Allow');
    await allow();

    await firefox.goTo('popup.html#waiting');
    expect(await firefox.valueOf('#name')).toBe('High tides');
    await firefox.press(folderNamed('Travel'));
    await firefox.type('#tags', `sea${ENTER}moon`);
    await save('‘High tides’ is in Travel.');
    const [saved] = await inTravel();
    expect(saved).toMatchObject({ linkname: 'High tides', linkurl: tides, linktag: ['sea', 'moon'] });
    const { docs: sessions } = await client.call(routes.listSessions);
    expect(sessions.filter(({ extension }) => extension)).toMatchObject([{ browser: 'Firefox' }]);
    client.close();
  });

  it('saves by its button, tells of duplicates, and saves links and pictures', async () => {
    await firefox.goTo(tides);
    await firefox.pressButton();
    await firefox.inPopup(
      `content.document.querySelector('[aria-selected="true"]')?.textContent === 'Travel'`,
    );
    await firefox.pressInPopup('Save');
    await firefox.showsInPopup('Name already exist');
    await firefox.inPopup(`content.document.getElementById('name').value = 'Tides again'`);
    await firefox.pressInPopup('Save');
    await firefox.showsInPopup('The same address is already in Travel, as ‘High tides’.');
    await firefox.pressInPopup('Done');

    for (const [selector, entry, name] of [
      ['a', 'Save this link to Skyshelf', 'Ferries'],
      ['img', 'Save the address of this image to Skyshelf', 'bay.svg'],
    ] as const) {
      await firefox.goTo(tides);
      await firefox.choose(selector, entry);
      await firefox.goTo('popup.html#waiting');
      await save(`‘${name}’ is in Travel.`);
    }
    const docs = await inTravel();
    expect(docs.map(({ linkname, linkurl }) => [linkname, linkurl]).toSorted()).toEqual([
      ['Ferries', 'https://boats.example/ferries'],
      ['High tides', tides],
      ['Tides again', tides],
      ['bay.svg', `${tides}bay.svg`],
    ]);
  });

  it('says that a log-out everywhere has ended it, and saves what was kept once it is connected again', async () => {
    const client = await asUser();
    await client.call(routes.logOutEverywhere, { body: {} });
    client.close();
    await firefox.goTo(tides);
    await firefox.pressButton();
    await firefox.showsInPopup('This browser is not connected any more.');
    await firefox.showsInPopup('What you wanted to save is kept meanwhile.');
    await firefox.leavePopup();

    await firefox.withholdServer();
    await firefox.pressButton();
    await firefox.pressInPopup('Connect');
    await firefox.answer('Allow');
    await firefox.goTo('/#relogin');
    await firefox.press('//main//*[self::a or self::button][normalize-space()="Log In"]');
    await logIn();
    await allow();
    await firefox.goTo('popup.html#waiting');
    await firefox.type('#name', 'Tides once more', true);
    await save('‘Tides once more’ is in Travel.');
  });
});
