import { eventually, type RunningSkyshelf } from '@skyshelf/testing';
import type { Locator, Page } from 'playwright';
import { enter } from '../browser.js';
import { seedDrive } from './seeded-drive.js';

/** The running product and a user with a full drive and an empty folder in it. */
export interface Stage {
  skyshelf: RunningSkyshelf;
  token: string;
}

const emptyFolder = 'Family';

/** @param person a new user, whose drive is filled */
export async function setStage(skyshelf: RunningSkyshelf, person: string): Promise<Stage> {
  const token = await skyshelf.token(person);
  await seedDrive(skyshelf, token);
  return { skyshelf, token };
}

/** The states of the page that are looked at, and the way to each in a fresh browser. */
export const pageStates: Record<string, (page: Page, stage: Stage) => Promise<void>> = {
  intro: async (page, { skyshelf }) => {
    await page.goto(skyshelf.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
  'sign-in page of the local identity': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/login`);
    await page.getByRole('heading', { name: 'Who is it?' }).waitFor();
  },
  'empty folder': async (page, stage) => {
    await openFolder(page, stage, emptyFolder);
    await page.getByText('This folder is empty').waitFor();
  },
  'full folder': async (page, stage) => {
    await openRoot(page, stage);
  },
  'full folder as a list': async (page, stage) => {
    await openRoot(page, stage);
    await page
      .getByText('List', { exact: true })
      .or(page.getByLabel('List', { exact: true }))
      .first()
      .click();
    await page.locator('button[data-chosen="true"]').waitFor();
  },
  'create-folder dialog with an error': async (page, stage) => {
    await openRoot(page, stage);
    await page.keyboard.press('Escape');
    await create(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder name').fill('Travel');
    await dialog.getByLabel('Folder name').press('Enter');
    await dialog.getByText('Name already exist').waitFor();
  },
  'delete confirmation': async (page, stage) => {
    await openRoot(page, stage);
    await select(page, /^Travel/);
    await page.getByRole('button', { name: 'Delete', exact: true }).first().click();
    await page.getByRole('dialog').getByText('Are you sure?').waitFor();
  },
  'image window': async (page, stage) => {
    await openRoot(page, stage);
    const photo = page.getByRole('option', { name: /^Pine ridge/ });
    await scrollTo(page, photo);
    if (isPhone(page)) {
      await photo.tap();
      await page.getByRole('button', { name: 'Open', exact: true }).first().tap();
    } else await photo.dblclick();
    const picture = page.getByRole('img', { name: /Pine ridge/ }).first();
    await picture.waitFor();
    await picture.evaluate((image: HTMLImageElement) => image.decode());
  },
  'not-found page': async (page, stage) => {
    await openFolder(page, stage, 'No such folder');
    await page.getByRole('heading', { name: /not found/i }).waitFor();
  },
};

/** Rows far below are not in the page until one comes near them. */
async function scrollTo(page: Page, element: Locator): Promise<void> {
  await eventually(
    async () => {
      if ((await element.count()) > 0) return true;
      await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2));
      return false;
    },
    { intervalMs: 50 },
  );
  await element.scrollIntoViewIfNeeded();
}

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 992;

async function openRoot(page: Page, { skyshelf, token }: Stage): Promise<void> {
  await enter(page, skyshelf, token);
  await page.getByRole('option', { name: /^Travel/ }).waitFor();
  await page.locator('[role="option"] img[src*="/files/Cloud/"]').first().waitFor();
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
}

async function openFolder(page: Page, { skyshelf, token }: Stage, name: string): Promise<void> {
  await enter(page, skyshelf, token);
  await page.goto(`${skyshelf.url}/allfiles/${encodeURIComponent(name)}/`);
}

async function select(page: Page, name: RegExp): Promise<void> {
  const element = page.getByRole('option', { name });
  if (isPhone(page)) await element.tap();
  else await element.click();
}

async function create(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const creating = page
    .getByRole('menuitem', { name: 'Create folder' })
    .or(page.getByRole('button', { name: 'Create folder' }))
    .first();
  await creating.click();
}
