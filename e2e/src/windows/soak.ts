import { routes } from '@skyshelf/contracts';
import { eventually, type ApiClient } from '@skyshelf/testing';
import type { Page } from 'playwright';

/** The number of the other user's links at a time: all of them fit into the window. */
const LINKS = 8;

/** The same shelf in another browser, which adds, renames and deletes links all the time. */
export class OtherBrowser {
  readonly #links: { id: string; name: string }[] = [];
  #made = 0;
  #stopped = false;
  /** How many it has made. */
  changes = 0;

  constructor(private readonly client: ApiClient) {}

  async run(): Promise<void> {
    for (; !this.#stopped; this.changes += 1) await this.#step();
  }
  stop(): void {
    this.#stopped = true;
  }

  /** One change after the other, as fast as the server takes them. */
  async #step(): Promise<void> {
    if (this.#links.length < LINKS) return this.#add();
    const [oldest] = this.#links;
    if (!oldest) return;
    await this.#rename(oldest);
    this.#links.shift();
    await this.client.call(routes.deleteElements, { body: { url: '/', arr: [oldest.id] } });
  }

  async #add(): Promise<void> {
    const name = `live ${(this.#made += 1)}`;
    const obj = { linkname: name, linktype: 'website', linkurl: `https://example.com/${this.#made}` };
    const { docs } = await this.client.call(routes.addElement, { body: { url: '/', obj } });
    this.#links.push({ id: docs._id, name });
  }

  async #rename({ id, name }: { id: string; name: string }): Promise<void> {
    await this.client.call(routes.editElement, {
      body: { url: '/', id, obj: { linkname: `${name} again` } },
    });
  }
}

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The user's actions at the top of the shelf; each leads back to it. */
const walks: readonly ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await press(page, 'Control+a', 'Escape', 'End', 'Shift+Home', 'Escape');
  },
  async (page) => {
    await page.locator('[data-id][data-folder]').first().dblclick();
    await page.waitForURL(/\/allfiles\/[^/]+\/$/u);
    await page.goBack();
    await page.locator('[data-id][data-folder]').first().waitFor();
  },
  async (page) => {
    await page.locator('[data-id][data-folder]').first().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    await press(page, 'Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  },
  async (page) => {
    for (const layout of ['List', 'Tiles']) await page.getByLabel(layout, { exact: true }).first().click();
  },
  async (page) => {
    await press(page, 'Escape', 'Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('live');
    await press(page, 'Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
  async (page) => {
    const field = page.getByRole('searchbox', { name: 'Search in folder' });
    await field.fill('live');
    await field.press('Escape');
  },
  async (page) => {
    await page.getByRole('button', { name: 'Create folder' }).first().click();
    await page.getByLabel('Folder name').fill('For a moment');
    await press(page, 'Enter');
    const made = page.locator('[data-id][aria-label^="For a moment,"]');
    await made.click();
    await press(page, 'Delete');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await made.waitFor({ state: 'detached' });
  },
];

/** All of it once, and a window. */
export async function walkOnce(page: Page, openAWindow: () => Promise<void>): Promise<void> {
  for (const walk of walks) await walk(page);
  await openAWindow();
}

/** Waits until the page shows at the top of the shelf what the server has there: names, and nothing else. */
export async function showsWhatTheServerHas(page: Page, client: ApiClient): Promise<boolean> {
  return eventually(
    async () => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      const shown = await page
        .locator('[data-id]:not([data-id^="default:"])')
        .evaluateAll((all) =>
          all.map((one) => `${one.getAttribute('data-id')} ${one.querySelector('[data-name]')?.textContent}`),
        );
      const names = docs.map(({ _id, linkname }) => `${_id} ${linkname}`);
      return shown.toSorted().join('\n') === names.toSorted().join('\n');
    },
    { timeoutMs: 30_000, intervalMs: 200 },
  );
}
