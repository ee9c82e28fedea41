import type { Locator, Page } from 'playwright';
import { percentile, rounded } from '../figures.js';
import { answerTime } from './answer-time.js';
import type { Reading } from './reading.js';

/** Typed letter by letter: every beginning is another question. */
const words = ['photos', 'links', 'item', 'folder'];
const answered = { event: 'keydown', asks: '/api/search/' } as const;

/** From a letter to the frame that shows what was found for it, over all that the user has. */
export async function findingFigures(page: Page): Promise<Reading[]> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  const byPalette = await typed(page, palette);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // What the palette has asked is known for a while.
  await page.reload();
  await page.locator('[data-id]').first().waitFor();
  const byHeader = await typed(page, page.locator('header').getByRole('combobox'));
  const reading = (name: string, times: readonly number[]): Reading => ({
    name: `${name} answers a key, p75 of ${times.length}`,
    value: percentile(times, 0.75),
    unit: 'ms',
    most: 100,
    details: { p50: rounded(percentile(times, 0.5), 0), worst: rounded(Math.max(...times), 0) },
  });
  return [reading('the palette', byPalette), reading('the header', byHeader)];
}

async function typed(page: Page, field: Locator): Promise<number[]> {
  const times: number[] = [];
  await field.waitFor();
  for (const word of words) {
    await field.fill('');
    await field.focus();
    for (const letter of word)
      times.push(await answerTime(page, answered, () => page.keyboard.press(letter)));
  }
  return times;
}
