import type { ElementView } from '@skyshelf/contracts/browser';
import { afterEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { store } from '../../shared/store/store.js';
import { file } from '../../../testing/element.js';
import { Folder, option, selectedNames } from '../../../testing/folder-on-screen.js';
import { show } from '../../../testing/show.js';
import { selectionCleared } from './selection/selection.js';
import { layoutChosen } from './state/view-slice.js';

const COUNT = 1_000_000;
const LAST = COUNT - 1;
/** Only those at both ends are ever drawn, so all in between may be the same. */
const ENDS = 400;
const named = (index: number): ElementView => file(`file ${index}.bin`, { _id: `f${index}` });
const million: ElementView[] = Array.from<ElementView>({ length: COUNT }).fill(named(-1));
for (let index = 0; index < ENDS; index += 1) {
  million[index] = named(index);
  million[LAST - index] = named(LAST - index);
}

const box = (): DOMRect =>
  (
    document.querySelector('[role="rowgroup"]:has([data-id]), [role="listbox"]') as HTMLElement
  ).getBoundingClientRect();

describe.each(['list', 'block'] as const)('a folder of 1,000,000 elements, as %s', (layout) => {
  let close = (): void => undefined;
  const open = async (): Promise<void> => {
    store.dispatch(layoutChosen(layout));
    close = show(<Folder elements={million} goTo={() => undefined} />);
    await expect.poll(() => document.querySelectorAll('[data-id]').length).toBeGreaterThan(20);
  };
  afterEach(() => {
    close();
    store.dispatch(selectionCleared());
    store.dispatch(layoutChosen('block'));
    window.scrollTo(0, 0);
  });

  it('stands in a box that browsers can scroll, and ends in it with its last element', async () => {
    await open();
    expect(box().height * devicePixelRatio).toBeLessThanOrEqual(15_000_000);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => document.querySelector(`[data-id="f${LAST}"]`)).not.toBeNull();
    // Tiles arrive with a short movement.
    await expect
      .poll(() => Math.abs(option(`file ${LAST}.bin`).getBoundingClientRect().bottom - box().bottom))
      .toBeLessThan(0.5);
    const above = option(`file ${LAST}.bin`).getBoundingClientRect();
    expect(above.bottom).toBeLessThanOrEqual(innerHeight);
    expect(above.top).toBeGreaterThan(0);
  });

  it('comes to its last element by End and step by step, and back to its first by Home', async () => {
    await open();
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
