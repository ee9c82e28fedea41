import type { BrowserContext, Page } from 'playwright';

/**
 * The one page of a context, as in a new browser: no cookies, nothing stored. What was fetched once stays in
 * the cache, so that the next state takes half the time of a new context.
 */
export async function asFreshPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  return page;
}
