import type { Page } from 'playwright';

/** An element that is well in view, and its middle in pixels of the viewport. */
export interface Spot {
  id: string;
  x: number;
  y: number;
}

/**
 * Elements that nothing covers, once the page has drawn where it was scrolled to. @throws {Error} when there
 * are none
 */
export async function spotsInView(page: Page): Promise<Spot[]> {
  await nextFrame(page);
  const found = await page.waitForFunction(() => {
    const spots = [...document.querySelectorAll<HTMLElement>('[data-id]')]
      .map((each) => ({ id: each.dataset.id ?? '', box: each.getBoundingClientRect() }))
      .filter(({ box: { top, bottom } }) => top > 260 && bottom < innerHeight - 120)
      .map(({ id, box: { left, top, width, height } }) => ({ id, x: left + width / 2, y: top + height / 2 }));
    return spots.length > 5 && spots;
  });
  return (await found.jsonValue()) as Spot[];
}

/** @throws {Error} of an empty list */
export function spotAt(spots: readonly Spot[], turn: number): Spot {
  const spot = spots[turn % spots.length];
  if (!spot) throw new Error('no element is in view');
  return spot;
}

/** Waits until what was done before has been drawn. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** An element of the open folder by the beginning of its label. */
export const elementOf = (page: Page, name: string) =>
  page.locator(`[data-id][aria-label^="${name},"]`).first();
