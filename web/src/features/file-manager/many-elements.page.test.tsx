import type { ElementView } from '@skyshelf/contracts/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { store } from '../../shared/store/store.js';
import { file } from '../../../testing/element.js';
import { Folder, option, selectedNames } from '../../../testing/folder-on-screen.js';
import { show } from '../../../testing/show.js';
import { selectionCleared } from './selection/selection.js';
import { layoutChosen } from './state/view-slice.js';

let close = (): void => undefined;
const open = async (elements: ElementView[], layout: 'block' | 'list'): Promise<void> => {
  store.dispatch(layoutChosen(layout));
  close = show(<Folder elements={elements} goTo={() => undefined} />);
  await expect.poll(() => document.querySelectorAll('[data-id]').length).toBeGreaterThan(10);
};
afterEach(() => {
  close();
  store.dispatch(selectionCleared());
  store.dispatch(layoutChosen('block'));
  window.scrollTo(0, 0);
});

describe('a folder of 10,000 elements', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    file(`photo ${index}.jpg`, { linktype: 'image/jpeg' }),
  );

  it.each(['block', 'list'] as const)(
    'keeps at most 1,200 nodes wherever one scrolls, as %s',
    async (layout) => {
      await open(many, layout);
      for (const y of [0, 5_000, 60_000, document.documentElement.scrollHeight]) {
        window.scrollTo(0, y);
        await expect.poll(() => document.elementFromPoint(600, 500)?.closest('[data-id]')).not.toBeNull();
        expect(document.querySelectorAll('*').length).toBeLessThanOrEqual(1200);
      }
      const last = () =>
        document.querySelector('[aria-posinset="10000"], [aria-rowindex="10001"]')?.textContent;
      await expect.poll(last).toContain('photo 9999.jpg');
    },
  );

  it('raises the tile under a pointer that rests, and none while it is scrolled', async () => {
    await open(many, 'block');
    const raised = (): number =>
      [...document.querySelectorAll('[data-id]')].filter(
        (tile) => getComputedStyle(tile).transform !== 'none',
      ).length;
    await userEvent.hover(option('photo 20.jpg'));
    await expect.poll(raised).toBe(1);
    const raisedOnTheWay = (): number => {
      window.scrollTo(0, 1 - window.scrollY);
      return raised();
    };
    await expect.poll(raisedOnTheWay).toBe(0);
    await expect.poll(raised).toBe(1);
  });

  const clickMs = async (target: HTMLElement): Promise<number> => {
    const before = performance.now();
    target.dispatchEvent(new PointerEvent('click', { bubbles: true }));
    await expect.poll(() => target.getAttribute('aria-selected'), { interval: 1 }).toBe('true');
    return performance.now() - before;
  };
  /** Measures nine clicks in milliseconds. */
  const medianMs = async (): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 9; round += 1) times.push(await clickMs(option(`photo ${round * 3}.jpg`)));
    return times.toSorted((a, b) => a - b)[4] ?? Number.POSITIVE_INFINITY;
  };

  it('answers a click within 50 ms', async () => {
    await open(many, 'block');
    // A machine that is busy with other things may be slow for a while; a page that is slow is so each time.
    const medians: number[] = [];
    do medians.push(await medianMs());
    while (Math.min(...medians) > 50 && medians.length < 8);
    expect(Math.min(...medians)).toBeLessThanOrEqual(50);
  });
});

describe.each(['list', 'block'] as const)('a folder of 1,000,000 elements, as %s', (layout) => {
  const COUNT = 1_000_000;
  const LAST = COUNT - 1;
  const named = (index: number): ElementView => file(`file ${index}.bin`, { _id: `f${index}` });
  // Only those at both ends are ever drawn, so all in between may be the same.
  const million: ElementView[] = Array.from<ElementView>({ length: COUNT }).fill(named(-1));
  for (let index = 0; index < 400; index += 1) {
    million[index] = named(index);
    million[LAST - index] = named(LAST - index);
  }
  const box = (): DOMRect =>
    (
      document.querySelector('[role="rowgroup"]:has([data-id]), [role="listbox"]') as HTMLElement
    ).getBoundingClientRect();

  it('stands in a box that browsers can scroll, and ends in it with its last element', async () => {
    await open(million, layout);
    expect(box().height * devicePixelRatio).toBeLessThanOrEqual(15_000_000);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => document.querySelector(`[data-id="f${LAST}"]`)).not.toBeNull();
    const last = () => option(`file ${LAST}.bin`).getBoundingClientRect();
    // Tiles arrive with a short movement.
    await expect.poll(() => Math.abs(last().bottom - box().bottom)).toBeLessThan(0.5);
    expect(last().bottom).toBeLessThanOrEqual(innerHeight);
    expect(last().top).toBeGreaterThan(0);
  });

  it('comes to its last element by End and step by step, and back to its first by Home', async () => {
    await open(million, layout);
    await userEvent.click(option('file 0.bin'));
    await userEvent.keyboard('{End}');
    await expect.poll(selectedNames).toEqual([`file ${LAST}.bin`]);
    const seen = (name: string): boolean => {
      const { top, bottom } = option(name).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    expect(seen(`file ${LAST}.bin`)).toBe(true);
    for (let step = 0; step < 3; step += 1) await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(selectedNames).toEqual([`file ${LAST - 3}.bin`]);
    await userEvent.keyboard('{Home}');
    await expect.poll(selectedNames).toEqual(['file 0.bin']);
    expect(seen('file 0.bin')).toBe(true);
  });
});
