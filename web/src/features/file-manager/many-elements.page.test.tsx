import type { ElementView } from '@skyshelf/contracts/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { store } from '../../shared/store/store.js';
import { file } from '../../../testing/element.js';
import { Folder, option } from '../../../testing/folder-on-screen.js';
import { show } from '../../../testing/show.js';
import { selectionCleared } from './selection/selection.js';
import { layoutChosen } from './state/view-slice.js';

describe('a folder of 10,000 elements', () => {
  let close = (): void => undefined;
  const open = async (elements: ElementView[]): Promise<void> => {
    close = show(<Folder elements={elements} goTo={() => undefined} />);
    await expect.poll(() => document.querySelectorAll('[data-id]').length).toBeGreaterThan(0);
  };
  afterEach(() => {
    close();
    store.dispatch(selectionCleared());
    store.dispatch(layoutChosen('block'));
    window.scrollTo(0, 0);
  });
  const many = Array.from({ length: 10_000 }, (_, index) =>
    file(`photo ${index}.jpg`, { linktype: 'image/jpeg' }),
  );
  const nodes = (): number => document.querySelectorAll('*').length;
  const clickMs = async (target: HTMLElement): Promise<number> => {
    const before = performance.now();
    target.dispatchEvent(new PointerEvent('click', { bubbles: true }));
    await expect.poll(() => target.getAttribute('aria-selected'), { interval: 1 }).toBe('true');
    return performance.now() - before;
  };

  it.each(['block', 'list'] as const)(
    'keeps at most 1,200 nodes wherever one scrolls, as %s',
    async (layout) => {
      store.dispatch(layoutChosen(layout));
      await open(many);
      for (const y of [0, 5_000, 60_000, document.documentElement.scrollHeight]) {
        window.scrollTo(0, y);
        await expect.poll(() => document.elementFromPoint(600, 500)?.closest('[data-id]')).not.toBeNull();
        expect(nodes()).toBeLessThanOrEqual(1200);
      }
      const last = () =>
        document.querySelector('[aria-posinset="10000"], [aria-rowindex="10001"]')?.textContent;
      await expect.poll(last).toContain('photo 9999.jpg');
    },
  );

  /** Of nine clicks, milliseconds. */
  const medianMs = async (): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) times.push(await clickMs(option(`photo ${round * 3}.jpg`)));
    return times.toSorted((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY;
  };

  it('answers a click within 50 ms', async () => {
    await open(many);
    // A machine that is busy with other things may be slow for a while; a page that is slow is so each time.
    const medians: number[] = [];
    do medians.push(await medianMs());
    while (Math.min(...medians) > 50 && medians.length < 8);
    expect(Math.min(...medians)).toBeLessThanOrEqual(50);
  });
});
