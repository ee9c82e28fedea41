import type { Page } from 'playwright';
import { expect } from 'vitest';

type Role = 'button' | 'combobox' | 'link' | 'listbox' | 'menuitem' | 'textbox';

/** More than there are on any page. */
const MOST_STEPS = 120;

const isFocused = async (page: Page, role: Role, name: string): Promise<boolean> =>
  (await page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).count()) > 0;

/** Waits until what has the focus is this. */
export const focusIs = (page: Page, role: Role, name: string): Promise<void> =>
  page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor({ timeout: 10_000 });

/** Waits until keys go to what a dialog begins with: it takes the focus a moment after it is seen. */
export const focusIsIn = (page: Page, begins: 'input' | '[role="listbox"]'): Promise<void> =>
  page.locator(`[aria-modal="true"] ${begins}:focus`).waitFor();

const press = async (page: Page, key: string, role: Role, name: string): Promise<void> => {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await isFocused(page, role, name)) return;
    await page.keyboard.press(key);
  }
  expect.fail(`${key} does not lead to the ${role} “${name}”`);
};

/** Goes on by Tab until this has the focus; from within a dialog where one is open, once it has taken the focus. */
export async function reach(page: Page, role: Role, name: string): Promise<void> {
  await page.waitForFunction(() => {
    const modal = document.querySelector('[aria-modal="true"]');
    return !modal || modal.contains(document.activeElement);
  });
  await press(page, 'Tab', role, name);
}

/** Chooses an entry of the open menu by its arrows. */
export async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('menu').waitFor();
  await press(page, 'ArrowDown', 'menuitem', entry);
  await page.keyboard.press('Enter');
}

/** Describes where the focus is; null on the bare page. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body) return null;
    const all = [...document.querySelectorAll('*')];
    return `${at.tagName} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 40) ?? ''} ${all.indexOf(at)}`;
  });

/**
 * Whether keys lead on from a state: Tab goes to something else again and again (in a menu an arrow, and Tab
 * out of it), F6 to a part of the page, and none loses the focus.
 * @returns what is wrong; empty when nothing is
 */
export async function stuckIn(page: Page): Promise<string[]> {
  const seen: (string | null)[] = [];
  const menu = page.getByRole('menu');
  const isMenu = (await menu.count()) > 0;
  const key = isMenu ? 'ArrowDown' : 'Tab';
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press(key);
    seen.push(await focused(page));
  }
  if (isMenu) {
    await watchFocus(page);
    await page.keyboard.press('Tab');
    await menu.waitFor({ state: 'detached' });
    if ((await page.locator('body[data-focus-came]').count()) === 0) return ['Tab in a menu loses the focus'];
  }
  await page.keyboard.press('F6');
  const afterF6 = await focused(page);
  return [
    ...(new Set(seen).size > 1 || (await hasOneStop(page)) ? [] : [`${key} stays at ${seen[0]}`]),
    ...(afterF6 === null ? ['F6 leads nowhere'] : []),
  ];
}

/**
 * Notes in the page that something outside of a menu got the focus. Where Tab leads from there is the
 * browser's: behind the last part of a page, out of it.
 */
const watchFocus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    delete document.body.dataset.focusCame;
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element && !target.closest('[role="menu"]'))
        document.body.dataset.focusCame = 'true';
    });
  });

/** A dialog with nothing but its way out. */
const hasOneStop = async (page: Page): Promise<boolean> =>
  (await page.locator('[aria-modal="true"] :is(button, a, input)').count()) === 1;

/** Whether the focus is somewhere again once a state was left. */
export const hasFocus = async (page: Page): Promise<boolean> => (await focused(page)) !== null;
