import type { Page } from 'playwright';

export type Scheme = 'light' | 'dark';

/**
 * Switches the appearance as at dusk, and waits until all colours are the other ones. The page of the local
 * identity provider follows by its style sheet alone.
 */
export async function followScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((wanted) => {
    const shown = document.documentElement.dataset.mantineColorScheme;
    const changing = document.getAnimations().some((animation) => animation instanceof CSSTransition);
    return (shown === undefined || shown === wanted) && !changing;
  }, scheme);
}
