import { randomBytes } from 'node:crypto';
import { routes } from '@skyshelf/contracts';
import { eventually, sha256Of } from '@skyshelf/testing';
import type { Locator, Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { drop } from '../drop-file.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';

const once = enoughIn('standalone', 'decided in the page; its calls are those of the conformance suite');

describe.runIf(once)('carrying elements', { timeout: 90_000 }, () => {
  let shelf: OpenShelf;
  const bytes = randomBytes(200_000);
  afterEach(() => shelf.close());

  /** A person with a folder in a folder, a file and a link. */
  const open = async (name: string): Promise<Page> => {
    shelf = await openShelf(name, {
      prepare: (_, client) => client.call(routes.changeSettings, { body: { obj: { defaultLinks: false } } }),
      elements: [
        { linkname: 'Trips', linktype: 'folder' },
        { url: '/Trips/', linkname: 'Lisbon', linktype: 'folder' },
        { linkname: 'Tides', linktype: 'website', linkurl: 'https://example.org/tides' },
      ],
      files: [{ name: 'tickets.bin', type: 'application/octet-stream', bytes }],
    });
    await tile(shelf.page, 'tickets.bin').waitFor();
    return shelf.page;
  };
  const tile = (page: Page, name: string): Locator =>
    page.getByRole('option', { name: new RegExp(`^${name},`) });
  const centre = async (place: Locator): Promise<[x: number, y: number]> => {
    const { x, y, width, height } = (await place.boundingBox()) ?? expect.fail('it is not drawn');
    return [x + width / 2, y + height / 2];
  };

  it('cuts and pastes by keys, and takes what other programs have copied since', async () => {
    const page = await open('cutter');
    await shelf.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await tile(page, 'Tides').click();
    await page.keyboard.press('Control+c');
    await eventually(
      async () => (await page.evaluate(() => navigator.clipboard.readText())) === 'https://example.org/tides',
    );
    await page.keyboard.press('Control+v');
    await page.getByText("You can't copy and paste elements to the same folder.").waitFor();
    await page.goto(`${shelf.skyshelf.url}/allfiles/`);
    await tile(page, 'Tides').click();
    await page.keyboard.press('Control+x');
    await tile(page, 'Trips').dblclick();
    await tile(page, 'Lisbon').waitFor();
    await page.keyboard.press('Control+v');
    await tile(page, 'Tides').waitFor();

    await page.evaluate(() => navigator.clipboard.writeText('http://10.0.0.1/secret'));
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Add Link' });
    await dialog.getByText('Invalid URL').waitFor();
    expect(await dialog.getByLabel('URL').inputValue()).toBe('http://10.0.0.1/secret');
  });

  it('drags into a folder that has opened on the way, and onto parts of the path', async () => {
    const page = await open('holder');
    const dragTides = async (onto: Locator): Promise<void> => {
      await page.mouse.move(...(await centre(tile(page, 'Tides'))));
      await page.mouse.down();
      await page.mouse.move(...(await centre(onto)), { steps: 8 });
    };
    await dragTides(tile(page, 'Trips'));
    await tile(page, 'Lisbon').waitFor();
    const [x, y] = await centre(page.getByRole('main'));
    await page.mouse.move(x, y, { steps: 4 });
    await page.getByText('Move Tides to Trips', { exact: true }).waitFor();
    await page.mouse.up();
    await tile(page, 'Tides').waitFor();
    expect(page.url()).toBe(`${shelf.skyshelf.url}/allfiles/Trips/`);

    await drop(page, 'costs.csv', 'text/csv', Buffer.from('a,b'), '[data-drop-folder="/"]');
    await page.getByText('File(s) uploaded successfully').waitFor();
    await dragTides(page.locator('[data-drop-folder="/"]'));
    await page.getByText('Move Tides to All Files', { exact: true }).waitFor();
    await page.mouse.up();
    await tile(page, 'Tides').waitFor({ state: 'detached' });
    await page.locator('[data-drop-folder="/"]').click();
    await tile(page, 'Tides').waitFor();
    await tile(page, 'costs.csv').waitFor();
  });

  it('drags into a folder, and out of the page with the same bytes', async () => {
    const page = await open('dragger');
    await page.evaluate(() => {
      addEventListener('dragstart', ({ dataTransfer }) => {
        const formats = ['DownloadURL', 'text/uri-list'];
        const given = formats.map((format) => [format, dataTransfer?.getData(format)]);
        document.documentElement.dataset.given = JSON.stringify(Object.fromEntries(given));
      });
    });
    const drag = async (name: string, onto: Locator): Promise<Record<string, string>> => {
      await page.mouse.move(...(await centre(tile(page, name))));
      await page.mouse.down();
      await page.mouse.move(...(await centre(onto)), { steps: 8 });
      await page.getByText(/^(?:Move|Copy) .* to Trips$/).waitFor();
      return JSON.parse((await page.locator('html').getAttribute('data-given')) ?? '{}') as Record<
        string,
        string
      >;
    };
    const trips = tile(page, 'Trips');
    expect(await drag('Tides', trips)).toMatchObject({ 'text/uri-list': 'https://example.org/tides' });
    await page.mouse.up();
    await tile(page, 'Tides').waitFor({ state: 'detached' });

    const [x, y] = await centre(trips);
    const { DownloadURL: given = '' } = await drag('tickets.bin', trips);
    await page.keyboard.down('Control');
    // On a busy machine the folder has opened by now: then it is dropped there, or into the one in it.
    await page.mouse.move(x, y, { steps: 2 });
    const copied = page.waitForResponse('**/api/paste/');
    await page.mouse.up();
    await page.keyboard.up('Control');
    const [, type, name, address = ''] = /^([^:]+):([^:]+):(.*)$/.exec(given) ?? [];
    expect([type, name]).toEqual(['application/octet-stream', 'tickets.bin']);
    // As the browser fetches it for the desktop: by the cookie alone.
    const fetched = await shelf.context.request.get(address);
    expect(sha256Of(await fetched.body())).toBe(sha256Of(bytes));
    const answer = await copied;
    expect(answer.status()).toBe(200);
    const { url: folder } = answer.request().postDataJSON() as { url: string };
    expect(['/Trips/', '/Trips/Lisbon/']).toContain(folder);
    for (const each of [folder, '/']) {
      await page.goto(`${shelf.skyshelf.url}/allfiles${each}`);
      await tile(page, 'tickets.bin').waitFor();
    }
  });
});
