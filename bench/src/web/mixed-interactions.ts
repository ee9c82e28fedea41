import type { Page } from 'playwright';
import { beginNotes, readNotes } from './person.js';
import { spotAt, spotsInView, type Spot } from './places.js';

/** A percentile of 98 needs as many. */
const LEAST = 200;
const MOST_ROUNDS = 30;
const moves = ['ArrowRight', 'ArrowDown', 'Shift+ArrowDown', 'PageDown', 'End', 'PageUp', 'Home', 'i'];

type Step = (page: Page, spots: readonly Spot[], turn: number) => Promise<void>;

const press =
  (...keys: readonly string[]): Step =>
  async (page) => {
    for (const key of keys) await page.keyboard.press(key);
  };

/** The actions of a user in a folder, a round of them. Each step leaves the page as the next one needs it. */
const steps: readonly Step[] = [
  async (page, spots, turn) => {
    const { x, y } = spotAt(spots, turn);
    await page.mouse.click(x, y);
  },
  async (page, _, turn) => page.keyboard.press(moves[turn % moves.length] ?? 'Home'),
  press('ControlOrMeta+a', 'Escape', 'Home'),
  async (page, spots, turn) => {
    const { x, y } = spotAt(spots, turn * 3 + 1);
    await page.keyboard.down('Shift');
    await page.mouse.click(x, y);
    await page.keyboard.up('Shift');
  },
  async (page, spots, turn) => {
    const { x, y } = spotAt(spots, turn * 5 + 2);
    await page.mouse.click(x, y, { button: 'right' });
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  },
  // Narrows the folder and gives it back.
  async (page) => {
    await press('/', '9', '9', 'Escape')(page, [], 0);
    await page.getByRole('searchbox', { name: 'Search in folder' }).evaluate((field: HTMLElement) => {
      field.blur();
    });
  },
  async (page) => {
    await page
      .getByRole('button', { name: /^Sort by/u })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Size' }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
  },
  async (page) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await press('f', 'Escape')(page, [], 0);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
];

/** The longest event of each of 200 interactions and more, in milliseconds. */
export async function mixedInteractions(page: Page): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0));
  const spots = await spotsInView(page);
  await beginNotes(page);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (const step of steps) await step(page, spots, round);
    await page.keyboard.press('Home');
    const { interactions } = await readNotes(page);
    if (interactions.length >= LEAST) return interactions;
  }
  return (await readNotes(page)).interactions;
}
