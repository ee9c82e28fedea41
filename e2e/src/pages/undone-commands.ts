import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { drop } from '../drop-file.js';

/** Pastes the clipboard into another folder and moves one element back. */
async function pasteInLisbon(page: Page): Promise<void> {
  await page.locator('[data-id][aria-label^="Lisbon"]').dblclick();
  await page.waitForURL('**/Lisbon/');
  await page.getByRole('button', { name: 'Paste' }).first().click();
  await said(page, 'Paste successfully');
  await page.goBack();
  await page.locator('[data-id][aria-label^="Rome"]').waitFor();
}

export const select = async (page: Page, ...names: string[]): Promise<void> => {
  await page.keyboard.press('Escape');
  for (const [index, name] of names.entries())
    await page
      .locator(`[data-id][aria-label^="${name}"]`)
      .first()
      .click({ modifiers: index > 0 ? ['Control'] : [] });
};
export const said = (page: Page, message: string) =>
  page.locator('[data-messages]').getByText(message, { exact: true }).first().waitFor();
/** A command of the page. */
interface Doing {
  name: string;
  act(page: Page): Promise<void>;
}
const form = async (page: Page, fill: () => Promise<void>, button: string): Promise<void> => {
  await page.getByRole('dialog').waitFor();
  await fill();
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Removes the selection. */
export async function remove(page: Page): Promise<void> {
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Yes' }).click();
  await said(page, 'Deleted successfully');
}

/** Each of the page's commands, at the top of the shelf. */
const acts: Record<string, Doing['act']> = {
  'Create folder': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create folder' }).first().click();
    await form(page, () => page.getByLabel('Folder name').fill('Porto'), 'Create');
    await said(page, 'Inserted successfully');
  },
  Add: async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    const fill = async (): Promise<void> => {
      await page.getByLabel('URL').fill('https://example.org/');
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Example');
    };
    await form(page, fill, 'Add');
    await said(page, 'Inserted successfully');
  },
  'Edit, name and tags': async (page) => {
    await select(page, 'Map');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const fill = async (): Promise<void> => {
      await page.getByRole('dialog').getByLabel(/^Name/).fill('Plan');
      await page.getByRole('dialog').getByLabel('Tags').fill('b,');
    };
    await form(page, fill, 'Save');
    await said(page, 'Edited successfully');
  },
  'Rename in place': async (page) => {
    await select(page, 'costs.csv');
    await page.keyboard.press('F2');
    await page.keyboard.type('expenses');
    await page.keyboard.press('Enter');
    await said(page, 'Edited successfully');
  },
  'Delete a file': async (page) => {
    await select(page, 'costs.csv');
    await remove(page);
  },
  'Delete a folder and a link': async (page) => {
    await select(page, 'Rome', 'Map');
    await remove(page);
  },
  'Cut and paste': async (page) => {
    await select(page, 'Map', 'costs.csv');
    await page.keyboard.press('Control+x');
    await pasteInLisbon(page);
  },
  'Copy and paste': async (page) => {
    await select(page, 'Rome');
    await page.keyboard.press('Control+c');
    await pasteInLisbon(page);
  },
  'Tags of several': async (page) => {
    await select(page, 'Rome', 'Map');
    await page.locator('[data-id][aria-label^="Map"]').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Tags' }).click();
    await form(page, () => page.getByRole('dialog').getByLabel('Tags').fill('both,'), 'Save');
    await said(page, 'Edited successfully');
  },
  'Upload a folder': async (page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click();
    await page
      .getByRole('dialog')
      .getByLabel('Choose a folder')
      .setInputFiles(await tripOnDisk());
    await said(page, 'File(s) uploaded successfully');
  },
  'Replace a file': async (page) => {
    await drop(page, 'costs.csv', 'text/csv', Buffer.from('a,b\n3,4\n5,6\n'));
    await page.getByRole('button', { name: 'Replace: costs.csv' }).click();
    await said(page, 'costs.csv was replaced');
  },
};
export const commands: readonly Doing[] = Object.entries(acts).map(([name, act]) => ({ name, act }));

/** A folder of this machine, with another one in it. */
async function tripOnDisk(): Promise<string> {
  const trip = await mkdtemp(join(tmpdir(), 'skyshelf-trip-'));
  await mkdir(join(trip, 'Day 1'));
  await writeFile(join(trip, 'plan.md'), '# Plan');
  await writeFile(join(trip, 'Day 1', 'train.csv'), 'from,to');
  return trip;
}
