import { eventually } from '@skyshelf/testing';
import type { Page } from 'playwright';
import { create, isPhone, scrollTo, select } from './stage.js';

/** A way from the open folder to a state of the page; Escape leads back from each. */
export type OpenState = (page: Page) => Promise<void>;

const press = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true }).first();
  if (isPhone(page)) await button.tap();
  else await button.click();
};

/** The menu of an element: by the right button, or what a touch screen has for it. */
async function openMenu(page: Page, name: RegExp): Promise<void> {
  const element = page.getByRole('option', { name });
  await scrollTo(page, element);
  if (isPhone(page)) {
    await element.tap();
    await press(page, 'Menu');
  } else await element.click({ button: 'right' });
  await page.getByRole('menu').waitFor();
}

async function choose(page: Page, name: RegExp, entry: string): Promise<void> {
  await openMenu(page, name);
  await page.getByRole('menuitem', { name: entry }).click();
}

const dialogOf = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title }).waitFor();

async function open(page: Page, name: RegExp): Promise<void> {
  const element = page.getByRole('option', { name });
  await scrollTo(page, element);
  if (isPhone(page)) {
    await element.tap();
    await press(page, 'Open');
  } else await element.dblclick();
}

async function openUploads(page: Page): Promise<void> {
  if (isPhone(page)) {
    await press(page, 'Add');
    await page.getByRole('menuitem', { name: 'Upload', exact: true }).click();
  } else await press(page, 'Upload');
  await dialogOf(page, 'Upload files');
}

const uploadFrom =
  (source: string, seen: string): OpenState =>
  async (page) => {
    await openUploads(page);
    await page.getByRole('dialog').getByText(source, { exact: true }).click();
    await page.getByRole('dialog').getByText(seen).first().waitFor();
  };

const editing =
  (name: RegExp, title: string): OpenState =>
  async (page) => {
    await choose(page, name, 'Edit');
    await dialogOf(page, title);
  };

export const menus: Record<string, OpenState> = {
  'menu of an element': (page) => openMenu(page, /^Travel/),
  'menu to sort': async (page) => {
    await page.getByRole('button', { name: /^Sort by/ }).click();
    await page.getByRole('menuitem', { name: 'Kind' }).waitFor();
  },
  'menu of tags': async (page) => {
    await page.getByRole('button', { name: /^Filter by tag/ }).click();
    await page.getByRole('menuitem', { name: 'holiday' }).waitFor();
  },
  'profile menu': async (page) => {
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).waitFor();
  },
};

export const folders: Record<string, OpenState> = {
  'the last messages': async (page) => {
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Messages: / }).click();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByText('There is nothing to undo.')
      .first()
      .waitFor();
  },
  'a selection': (page) => select(page, /^Travel/),
  'nothing found': async (page) => {
    await page.getByRole('searchbox', { name: 'Search in folder' }).fill('xylophone');
    await page.getByText('Nothing here matches').waitFor();
  },
};

export const dialogs: Record<string, OpenState> = {
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
  },
  'Create New Folder': async (page) => {
    await create(page);
    await dialogOf(page, 'Create New Folder');
  },
  'Add Link with errors': async (page) => {
    if (isPhone(page)) {
      await press(page, 'Add');
      await page.getByRole('menuitem', { name: 'Add', exact: true }).click();
    } else await press(page, 'Add');
    await dialogOf(page, 'Add Link');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').getByText('This field is required').first().waitFor();
  },
  'Edit Folder': editing(/^Travel/, 'Edit Folder'),
  'Edit Link': editing(/^How tides/, 'Edit Link'),
  'Edit File': editing(/^Budget/, 'Edit File'),
  Details: async (page) => {
    await choose(page, /^Autumn hills/, 'Details');
    await dialogOf(page, 'Details');
  },
  'delete confirmation': async (page) => {
    await select(page, /^Garden/);
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
  },
  'Move to': async (page) => {
    await choose(page, /^Travel/, 'Move to…');
    await dialogOf(page, /^Move/);
  },
  'Ask for files': async (page) => {
    await choose(page, /^Travel/, 'Ask for files');
    await dialogOf(page, /^Ask for files/);
  },
  'uploads from the device': async (page) => {
    await openUploads(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Choose files' }).waitFor();
  },
  'uploads from an address': uploadFrom('URL', 'fetched by the server'),
  'uploads from Dropbox': uploadFrom('Dropbox', 'Dropbox'),
  'uploads through the image editor': uploadFrom('ImageEditor', 'Cut, turn or mirror'),
};

/** `shown`: what is in the window once it is there. */
const viewing =
  (name: string, shown: string): OpenState =>
  async (page) => {
    await open(page, new RegExp(`^${name.replace('.', '\\.')},`));
    await page
      .getByRole('dialog', { name: `${name}, preview` })
      .locator(shown)
      .waitFor();
  };

export const windows: Record<string, OpenState> = {
  'a picture': async (page) => {
    await open(page, /^Pine ridge/);
    const picture = page.getByRole('img', { name: /Pine ridge/ }).first();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  },
  'a sound': viewing('tone.mp3', 'media-play-button'),
  // Its buttons change their names at its end: no look may meet that.
  'a film': async (page) => {
    await viewing('walk.webm', 'video')(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
    await page.locator('media-play-button[mediapaused]').waitFor();
  },
  'a PDF': viewing('page.pdf', 'canvas[data-drawn="1"]'),
  'a note': viewing('notes.md', '[data-note]'),
  'a table': viewing('tides.csv', '[role="grid"]'),
  'a program': viewing('tides.ts', 'text=highWater'),
  news: viewing('updates.rss', 'article'),
  'a player of vimeo': viewing('Waves', '[data-player="alive"]'),
  'a player of youtube': viewing('Harbour', '[data-player="alive"]'),
  'a player of tiktok': viewing('Dance', '[data-player="alive"]'),
  'a file without a viewer': async (page) => {
    await open(page, /^Family tree/);
    await page.getByRole('link', { name: 'Download' }).waitFor();
  },
};

/** All of them. */
export const openStates: Record<string, OpenState> = { ...menus, ...folders, ...dialogs, ...windows };

/** Back to the folder from wherever a state has led. */
export async function leave(page: Page): Promise<void> {
  const search = page.getByRole('searchbox', { name: 'Search in folder' });
  const opened = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
  await eventually(
    async () => {
      if ((await opened.count()) === 0) return true;
      await page.keyboard.press('Escape');
      return false;
    },
    { intervalMs: 50 },
  );
  if ((await search.inputValue()) !== '') await search.fill('');
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.scrollTo(0, 0));
}
