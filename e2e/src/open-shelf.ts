import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  uploadFile,
  type ApiClient,
  type FileToUpload,
  type RunningSkyshelf,
} from '@skyshelf/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { enter, launchChromium, newPerson, watchErrors, type Appearance } from './browser.js';
import type { Meant } from './outside-world.js';
import { sharedSkyshelf } from './setup/shared-skyshelf.js';

/** A user in front of the shelf, in a browser of their own. */
export interface OpenShelf {
  skyshelf: RunningSkyshelf;
  token: string;
  client: ApiClient;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Messages that the page wrote as errors. */
  errors: string[];
  /** Opens an element by a double click. @returns its window */
  open(name: string): Promise<Locator>;
  /** Closes the window in front. */
  closeWindow(): Promise<void>;
  close(): Promise<void>;
}

/** A link or a folder; in the folder of that path, by default at the top. */
interface NewElement {
  url?: string;
  linkname: string;
  linktype: string;
  linkurl?: string;
  linktag?: string[];
}

export interface ShelfOptions extends Appearance, Meant {
  /** Default: the product that all tests of the run share. */
  skyshelf?: RunningSkyshelf;
  /** Default: a Chromium of its own, which closes with the shelf. */
  browser?: Browser;
  /** The user's files at the top. */
  files?: readonly FileToUpload[];
  elements?: readonly NewElement[];
  /** Called before the page is opened. */
  prepare?(context: BrowserContext, client: ApiClient): Promise<unknown>;
}

export async function openShelf(
  user: string,
  { skyshelf: own, browser: given, files = [], elements = [], prepare, ...looks }: ShelfOptions = {},
): Promise<OpenShelf> {
  const skyshelf = own ?? (await sharedSkyshelf());
  const token = await skyshelf.token(user);
  const client = apiClient(skyshelf.url, token);
  for (const { url = '/', ...obj } of elements) await client.call(routes.addElement, { body: { url, obj } });
  for (const file of files) await uploadFile(client, file);
  const browser = given ?? (await launchChromium());
  const context = await newPerson(browser, looks);
  await prepare?.(context, client);
  const page = await context.newPage();
  const errors = watchErrors(page);
  await enter(page, skyshelf, token);
  return {
    skyshelf,
    token,
    client,
    browser,
    context,
    page,
    errors,
    open: async (name) => {
      await page.getByRole('option', { name: new RegExp(`^${name.replace('.', '\\.')},`) }).dblclick();
      return page.getByRole('dialog', { name: `${name}, preview` });
    },
    closeWindow: () => page.keyboard.press('Escape'),
    close: async () => {
      client.close();
      await (given ? context : browser).close();
    },
  };
}
