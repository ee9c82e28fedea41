import type { Locator, Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import type { Appearance } from '../browser.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { sampleImage } from '../sample-image.js';
import { enoughIn } from '../setup/only-in.js';
import { choose, focusIs, focusIsIn, reach } from './states/keyboard.js';

const once = enoughIn('standalone', 'looks at pages, which are the same whatever serves them');

/** A day's work, once by keys and once by fingers. */
describe.runIf(once)('everything can be done', { timeout: 120_000 }, () => {
  let shelf: OpenShelf;
  let page: Page;
  const text = (name: string) => ({ name, mimeType: 'text/markdown', buffer: Buffer.from(`# ${name}`) });
  afterEach(() => shelf?.close());

  const open = async (name: string, appearance: Appearance = {}): Promise<void> => {
    shelf = await openShelf(name, {
      ...appearance,
      prepare: async (context) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        // The browser's newer chooser can't be answered by a test.
        await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
      },
    });
    page = shelf.page;
    await page.getByText('Your shelf is ready').waitFor();
  };
  const tile = (name: string): Locator => page.getByRole('option', { name: new RegExp(`^${name},`) });
  const gone = (what: Locator): Promise<void> => what.waitFor({ state: 'detached' });

  /** Goes to an element by the first letters of its name. */
  const goTo = async (name: string): Promise<void> => {
    await reach(page, 'listbox', 'Elements of this folder');
    await page.keyboard.press('Home');
    // Two letters tell them apart; a busy page takes a letter that comes too late for the first of another name.
    await page.keyboard.type(name.slice(0, 2));
    await tile(name).and(page.locator('[aria-selected="true"]')).waitFor();
  };

  it('by keys alone [F4.1 F8.1 F8.11]', async () => {
    await open('keys');
    await reach(page, 'button', 'Create folder');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create New Folder' }).waitFor();
    await focusIsIn(page, 'input');
    await page.keyboard.type('Trips');
    await page.keyboard.press('Enter');
    await tile('Trips').waitFor();
    await focusIs(page, 'button', 'Create folder');

    await reach(page, 'button', 'Upload');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    // Long before the key: the browser must know by then that a test answers.
    const chooser = page.waitForEvent('filechooser');
    await reach(page, 'button', 'Choose files');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(['alpha.md', 'beta.md', 'gamma.md'].map(text));
    await tile('gamma.md').waitFor();
    await page.getByText('File(s) uploaded successfully').waitFor();
    await focusIs(page, 'button', 'Upload');

    await reach(page, 'button', 'Add');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add Link' }).waitFor();
    await focusIsIn(page, 'input');
    await page.keyboard.type('Tides');
    await reach(page, 'textbox', 'URL');
    await page.keyboard.type('example.org/tides');
    await page.keyboard.press('Enter');
    await tile('Tides').waitFor();
    await focusIs(page, 'button', 'Add');

    await goTo('Tides');
    await page.keyboard.press('F2');
    await page.keyboard.type('High tides');
    await page.keyboard.press('Enter');
    await page.getByText('Edited successfully').first().waitFor();
    await focusIs(page, 'listbox', 'Elements of this folder');

    await goTo('High tides');
    await page.keyboard.press('Shift+F10');
    await choose(page, 'Edit');
    await page.getByRole('dialog', { name: 'Edit Link' }).waitFor();
    await reach(page, 'combobox', 'Tags');
    await page.keyboard.type('sea');
    await page.keyboard.press('Enter');
    await reach(page, 'button', 'Save');
    await page.keyboard.press('Enter');
    await gone(page.getByRole('dialog'));
    await focusIs(page, 'listbox', 'Elements of this folder');

    await page.keyboard.press('Control+x');
    await goTo('Trips');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/allfiles/Trips/');
    await page.getByText('This folder is empty').waitFor();
    await page.keyboard.press('Control+v');
    await tile('High tides').waitFor();
    await page.getByText('Paste successfully').first().waitFor();
    await reach(page, 'link', 'All Files');
    await page.keyboard.press('Enter');

    await goTo('gamma.md');
    await page.keyboard.press('Shift+F10');
    await choose(page, 'Move to…');
    await page.getByRole('option', { name: 'Trips', exact: true, selected: true }).waitFor();
    await focusIsIn(page, '[role="listbox"]');
    await page.keyboard.press('Enter');
    await page.getByText('No folders in here').waitFor();
    await reach(page, 'button', 'Move to Trips');
    await page.keyboard.press('Enter');
    await gone(tile('gamma.md'));

    await goTo('beta.md');
    await page.keyboard.press('Delete');
    await page.getByRole('alertdialog', { name: 'Are you sure?' }).waitFor();
    await focusIs(page, 'button', 'No');
    await reach(page, 'button', 'Yes');
    await page.keyboard.press('Enter');
    await gone(tile('beta.md'));
    await page.getByText('Deleted successfully').first().waitFor();
    await page.keyboard.press('Control+z');
    await tile('beta.md').waitFor();

    const window = (name: string): Locator => page.getByRole('dialog', { name: `${name}, preview` });
    await goTo('alpha.md');
    await page.keyboard.press('Enter');
    await window('alpha.md').getByRole('heading', { name: 'alpha.md' }).waitFor();
    await page.keyboard.press('F6');
    await goTo('beta.md');
    await page.keyboard.press('Enter');
    await window('beta.md').getByRole('heading', { name: 'beta.md' }).waitFor();
    await reach(page, 'button', 'Minimize');
    await page.keyboard.press('Enter');
    await window('beta.md').waitFor({ state: 'hidden' });
    await page
      .locator('[data-window][data-active="true"]')
      .getByRole('heading', { name: 'alpha.md' })
      .waitFor();
    await reach(page, 'button', 'beta.md');
    await page.keyboard.press('Enter');
    await page
      .locator('[data-window][data-active="true"]')
      .getByRole('heading', { name: 'beta.md' })
      .waitFor();
    await page.keyboard.press('Escape');
    await gone(window('beta.md'));
    await page.keyboard.press('Escape');
    await gone(window('alpha.md'));
    await focusIs(page, 'listbox', 'Elements of this folder');

    await goTo('alpha.md');
    await reach(page, 'button', 'Download');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('alpha.md');
    await page.getByText('The download box will show up in a moment.').waitFor();
    await page.keyboard.press('Escape');
    await focusIs(page, 'button', 'Download');
    expect(shelf.errors).toEqual([]);
  });

  it('by touch on a phone [F1.1 F2.10 F2.18 F4.2 S2.18]', async () => {
    await open('fingers', { width: 390, height: 844, touch: true });
    const tap = (name: string): Promise<void> =>
      page.getByRole('button', { name, exact: true }).first().tap();
    const fromMenu = async (menu: string, entry: string): Promise<void> => {
      // An empty folder has an 'Add' of its own.
      await page.getByRole('main').getByRole('button', { name: menu, exact: true }).last().tap();
      await page.getByRole('menuitem', { name: entry, exact: true }).tap();
    };
    await fromMenu('Add', 'Create folder');
    await page.getByLabel('Folder name').fill('Trips');
    await tap('Create');
    await tile('Trips').waitFor();

    await fromMenu('Add', 'Upload');
    const chooser = page.waitForEvent('filechooser');
    await tap('Choose files');
    const photo = (name: string) =>
      sampleImage(640, 480, 'jpeg').then((buffer) => ({ name, buffer, mimeType: 'image/jpeg' }));
    await (await chooser).setFiles([await photo('one.jpg'), await photo('two.jpg'), text('notes.md')]);
    await tile('two.jpg').waitFor();
    await tile('notes.md').waitFor();

    await fromMenu('Add', 'Add');
    await page.getByRole('dialog').getByLabel('Name').fill('Tides');
    await page.getByLabel('URL').fill('example.org/tides');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).tap();
    await tile('Tides').waitFor();

    await tile('Tides').tap();
    await tap('Edit');
    await page.getByRole('dialog').getByLabel('Name').fill('High tides');
    await tap('Save');
    await tile('High tides').waitFor();

    // It is still selected: another tap would open it.
    await fromMenu('Menu', 'Cut');
    await tile('Trips').tap();
    await tap('Open');
    await page.waitForURL('**/allfiles/Trips/');
    await fromMenu('Menu', 'Paste');
    await tile('High tides').waitFor();
    await page.goBack();

    await fromMenu('Menu', 'Select...');
    await tile('notes.md').tap();
    await tile('two.jpg').tap();
    await page.getByText('2 selected').first().waitFor();
    await tap('Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).tap();
    await gone(tile('two.jpg'));
    await page.getByRole('button', { name: /^Undo: Deleted/ }).tap();
    await tile('two.jpg').waitFor();

    await fromMenu('Menu', 'Clear Selection');
    await tile('one.jpg').tap();
    await tile('one.jpg').tap();
    const viewer = (name: string): Locator => page.getByRole('dialog', { name: `${name}, preview` });
    await viewer('one.jpg').waitFor();
    await viewer('one.jpg').getByRole('button', { name: 'Next', exact: true }).tap();
    await viewer('two.jpg').waitFor();
    await page.goBack();
    await gone(viewer('two.jpg'));
    expect(new URL(page.url()).pathname).toBe('/allfiles/');
    // A tablet as wide as a desktop has no clouds either.
    await page.setViewportSize({ width: 1366, height: 1024 });
    expect(await page.locator('[aria-hidden] > svg').first().isVisible()).toBe(false);
    // The viewer is the same there: it fills the screen.
    await tile('notes.md').tap();
    await tile('one.jpg').tap();
    await tile('one.jpg').tap();
    await viewer('one.jpg').waitFor();
    expect(await viewer('one.jpg').boundingBox()).toEqual({ x: 0, y: 0, width: 1366, height: 1024 });
    await page.goBack();
    expect(shelf.errors).toEqual([]);
  });
});
