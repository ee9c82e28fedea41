import { AxeBuilder } from '@axe-core/playwright';
import { routes } from '@skyshelf/contracts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enter, newPerson } from '../browser.js';
import { drop } from '../drop-file.js';
import { openShelf, type OpenShelf } from '../open-shelf.js';
import { enoughIn } from '../setup/only-in.js';
import { said } from './undone-commands.js';

const once = enoughIn('standalone', 'decided in the page and in one service');
const first = Buffer.from('# Plan\n\nRome\n\nFaro\n');
const second = Buffer.from('# Plan\n\nRome\n\nPorto\n');

let shelf: OpenShelf;
beforeAll(async () => {
  const files = [{ name: 'plan.md', type: 'text/markdown', bytes: first }];
  shelf = await openShelf('historian', { files });
}, 120_000);
afterAll(() => shelf?.close());

const axe = async (page: Page, picture: string): Promise<unknown[]> => {
  if (process.env.PAGES_TO) await page.screenshot({ path: `${process.env.PAGES_TO}/${picture}.png` });
  const { violations } = await new AxeBuilder({ page })
    .include('[role="dialog"]')
    .setLegacyMode(true)
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
};

it.runIf(once)(
  'replaces, compares and restores by the keyboard, on a phone too',
  { timeout: 240_000 },
  async () => {
    const { client, page, open, errors } = shelf;
    const shown = await open('plan.md');
    await shown.getByText('Faro').waitFor();
    await drop(page, 'plan.md', 'text/markdown', second);
    await page.getByRole('button', { name: 'Replace: plan.md' }).press('Enter');
    // The open window shows what has come.
    await shown.getByText('Porto').waitFor();

    await shown.getByRole('button', { name: 'History' }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'History of plan.md' });
    await panel.getByText('Porto').waitFor();
    await page.keyboard.press('ArrowDown');
    await panel.getByText('Faro').waitFor();
    expect(await axe(page, 'history-version')).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const rows = panel.getByRole('region', { name: 'Difference, line by line' }).getByRole('row');
    await expect.poll(() => rows.allTextContents()).toContain('5−Removed: Faro');
    expect(await rows.allTextContents()).toContain('5+Added: Porto');
    expect(await axe(page, 'history-difference')).toEqual([]);

    const phone = await newPerson(shelf.browser, {
      width: 390,
      height: 844,
      touch: true,
      dark: true,
    });
    const small = await phone.newPage();
    await enter(small, shelf.skyshelf, shelf.token);
    await small.getByRole('option', { name: /^plan\.md,/ }).tap();
    await small.getByRole('button', { name: 'Open', exact: true }).first().tap();
    await small.getByRole('button', { name: 'History' }).tap();
    const onPhone = small.getByRole('dialog', { name: 'History of plan.md' });
    await onPhone.getByText(`${first.length} Bytes`).tap();
    await onPhone.getByText('Faro').waitFor();
    expect(await axe(small, 'history-phone')).toEqual([]);
    await small.getByRole('button', { name: 'Compare with current' }).tap();
    await small.getByRole('row').first().waitFor();
    expect(await axe(small, 'history-phone-difference')).toEqual([]);
    await phone.close();

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('[data-messages]').innerText())
      .toMatch(/plan\.md is as of .* again/);
    await page.keyboard.press('Escape');
    await shown.getByText('Faro').waitFor();
    const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
    const [file] = docs;
    expect(docs).toMatchObject([{ linkname: 'plan.md', size: first.length, versions: 1 }]);
    const history = await client.call(routes.listVersions, { query: { id: file!._id } });
    expect(history.docs.map(({ size, current, device }) => [size, current, device])).toEqual([
      [first.length, true, 'API client'],
      [second.length, false, 'Chrome on Linux'],
    ]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await said(page, 'Undone');
    expect(errors).toEqual([]);
  },
);
