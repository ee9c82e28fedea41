import { randomUUID } from 'node:crypto';
import type { RunningSkyshelf } from '@skyshelf/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { watchOutsideWorld, type Meant } from './outside-world.js';

/** Debian's Chromium, unless CHROMIUM_BIN names another. */
export const executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // No machine of tests has one; what stands in for it takes a third of the processor.
    args: ['--disable-gpu', '--no-sandbox', '--disable-quic', '--disable-background-networking'],
    // In a locale without letters beyond ASCII a file whose name has some is saved as 'download'.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });

export interface Appearance {
  width?: number;
  height?: number;
  dark?: boolean;
  touch?: boolean;
  /** Wants no motion, as is the default: then nothing is looked at while it fades in. */
  still?: boolean;
  /** Has never been told of cookies. */
  newHere?: boolean;
  /** The page may keep itself for when there is no network. Otherwise a test sees each request. */
  worker?: boolean;
}

/**
 * A person's browser: its own cookies and storage. What it asks of other hosts fails the run, but for what is
 * meant.
 */
export async function newPerson(
  browser: Browser,
  {
    width = 1440,
    height = 900,
    dark = false,
    touch = false,
    still = true,
    newHere = false,
    worker = false,
    ...meant
  }: Appearance & Meant = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: still ? 'reduce' : 'no-preference',
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: worker ? 'allow' : 'block',
  });
  watchOutsideWorld(context, meant);
  // Has read the banner, so that it covers nothing that a test is about.
  if (!newHere) await context.addInitScript(knowCookies);
  return context;
}

/** Runs in each frame; those of others may have no storage. */
function knowCookies(): void {
  if (self === top && origin !== 'null') localStorage.setItem('skyshelf:cookies', 'known');
}

/** Signs in through the pages, as a person does: Log In, then a name at the local identity provider. */
export async function signIn(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url);
  await page
    .getByRole('link', { name: 'Log In' })
    .or(page.getByRole('button', { name: 'Log In' }))
    .first()
    .click();
  await page.getByLabel(/name/i).first().fill(name);
  await page
    .getByRole('button', { name: /continue|sign in/i })
    .first()
    .click();
  await page.waitForURL('**/allfiles/**');
}

/** Comes back from a sign-in with a token of the running product, without walking through its pages. */
export async function enter(page: Page, skyshelf: RunningSkyshelf, token: string): Promise<void> {
  const expires = String(Date.now() + 12 * 3_600_000);
  const state = randomUUID();
  const hash = new URLSearchParams({ access_token: token, id_token: token, expires_at: expires, state });
  await page.addInitScript((begun) => {
    if (location.pathname === '/callback') localStorage.setItem(begun, String(Date.now()));
  }, `skyshelf:sign-in:${state}`);
  await page.goto(`${skyshelf.url}/callback#${hash}`);
  // What a test waits for next says whether it is all there: pictures may take long on a busy machine.
  await page.waitForURL('**/allfiles/**', { waitUntil: 'domcontentloaded' });
}

/** Messages that the page wrote as errors: there should be none. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return errors;
}
