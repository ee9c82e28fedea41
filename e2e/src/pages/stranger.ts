import type { BrowserContext, Page } from 'playwright';

/**
 * The one page of a context, as a browser shows it that knows nobody: no cookies, nothing stored. What has been fetched once stays in its cache, so that
 * looking at the next sight takes half the time of a new context.
 */
export async function asStranger(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  if (page.url() !== 'about:blank') {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('about:blank');
  }
  await context.clearCookies();
  return page;
}
