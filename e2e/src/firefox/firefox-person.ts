import { existsSync } from 'node:fs';
import puppeteer, { Puppeteer, type Browser, type Page } from 'puppeteer-core';

/** Debian's, unless FIREFOX_BIN names another. */
export const executablePath = process.env.FIREFOX_BIN ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(executablePath);

/**
 * @param preferences of this one, besides those of every test
 * @param more `profile`: its folder, which stays; default: one that goes with the browser
 */
export const launchFirefox = (
  preferences: Record<string, unknown>,
  { profile }: { profile?: string } = {},
): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'media.autoplay.default': 0, ...preferences },
    ...(profile !== undefined && { userDataDir: profile }),
  });

/*
 * What a user sees of buttons and fields, in the dialog where one is open. The browser can be asked by role
 * and name too, but computes the names of all of the page for each question: seconds on a busy machine, again
 * and again while something is waited for.
 */
// oxlint-disable-next-line import/namespace -- it is a class, not a namespace
Puppeteer.registerCustomQueryHandler('button', {
  queryOne: (root, name) => {
    const area = document.querySelector('[aria-modal="true"]') ?? (root as ParentNode);
    const isNamed = (button: Element): boolean =>
      (button.getAttribute('aria-label') ?? button.textContent.trim()) === name;
    return (
      [...area.querySelectorAll('button')].find((one) => isNamed(one) && one.offsetParent !== null) ?? null
    );
  },
});
// oxlint-disable-next-line import/namespace -- as above
Puppeteer.registerCustomQueryHandler('field', {
  queryOne: (root, name) => {
    const area = document.querySelector('[aria-modal="true"]') ?? (root as ParentNode);
    const isNamed = ({ labels }: HTMLInputElement): boolean =>
      [...(labels ?? [])].some(({ innerText }) => innerText.replace(/[\s*]+$/u, '') === name);
    return [...area.querySelectorAll('input')].find(isNamed) ?? null;
  },
});

export const button = (name: string): string => `::-p-button(${name})`;
/** A field by its label. */
export const field = (name: string): string => `::-p-field(${name})`;

export const tileOf = (name: string): string => `[data-id][aria-label^="${name},"]`;

export async function click(page: Page, selector: string, count = 1): Promise<void> {
  await page.locator(selector).setTimeout(15_000).click({ count });
}

/** Replaces what is in a field. */
export async function fill(page: Page, selector: string, value: string): Promise<void> {
  await page.locator(selector).setTimeout(15_000).fill(value);
}

export const appears = async (page: Page, selector: string, timeout = 20_000): Promise<void> =>
  void (await page.waitForSelector(selector, { timeout }));

export const goes = async (page: Page, selector: string): Promise<void> =>
  void (await page.waitForFunction(
    (gone) => document.querySelector(gone) === null,
    { timeout: 20_000 },
    selector,
  ));

/** A message of the page. */
export const says = (page: Page, message: string): Promise<void> =>
  appears(page, `[data-messages] ::-p-text(${message})`);

/** Presses a key together with others that are held. */
export async function press(
  page: Page,
  ...keys: readonly Parameters<Page['keyboard']['press']>[0][]
): Promise<void> {
  const held = keys.slice(0, -1);
  const last = keys.at(-1);
  for (const key of held) await page.keyboard.down(key);
  if (last) await page.keyboard.press(last);
  for (const key of held.toReversed()) await page.keyboard.up(key);
}

/** The middle of an element, in pixels of the viewport. */
export async function centreOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await (await page.waitForSelector(selector))?.boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Lets go of what is dragged. */
export const dropAt = (page: Page, { x, y }: { x: number; y: number }): Promise<void> =>
  page.evaluate(
    (clientX, clientY) => {
      const event = { bubbles: true, cancelable: true, clientX, clientY };
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(new DragEvent('drop', event));
    },
    x,
    y,
  );
