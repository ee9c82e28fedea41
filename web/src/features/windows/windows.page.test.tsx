import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadPath } from '../../shared/files/paths.js';
import { page, userEvent } from 'vitest/browser';
import { store } from '../../shared/store/store.js';
import { selectToasts } from '../../shared/toasts/toasts-slice.js';
import { file } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { openWindow } from './open-window.js';
import {
  selectWindows,
  windowClosed,
  windowMaximizeToggled,
  windowMinimized,
  windowRestored,
} from './windows-slice.js';
import Windows from './windows.js';

const photo = (name: string, width = 300, height = 200) =>
  file(name, { linktype: 'image/jpeg', width, height });
const photos = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => photo(name));
const [a, b] = photos as [ReturnType<typeof photo>, ReturnType<typeof photo>];

const stack = () => selectWindows(store.getState()).stack;
const dialog = (name: string) => page.getByRole('dialog', { name: `${name}, preview` });
const open = async (element = a) => {
  store.dispatch(openWindow(element, photos));
  await expect.element(dialog(element.linkname)).toBeVisible();
};
const box = (name: string) => dialog(name).element().getBoundingClientRect();

let asked: string[] = [];
let remove = (): void => undefined;
beforeEach(async () => {
  localStorage.clear();
  asked = [];
  const answer = (request: RequestInfo | URL) => {
    asked.push(request instanceof Request ? request.url : String(request));
    return Promise.resolve(Response.json({ counter: 1 }));
  };
  vi.stubGlobal('fetch', answer);
  await page.viewport(1440, 900);
  remove = show(<Windows covered={false} />);
});
afterEach(() => {
  remove();
  for (const { id } of stack()) store.dispatch(windowClosed(id));
  vi.unstubAllGlobals();
});

/** It allows for a busy machine that draws a window late. */
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000 });

describe('windows', () => {
  it('open at the size of the picture with their frame, and tell the server', async () => {
    await open();
    expect(box('a.jpg')).toMatchObject({ width: 360, height: 257 });
    expect(asked).toEqual(['/api/open']);
  });

  it('turn by four buttons and four keys, and wrap around [S2.14]', async () => {
    await open();
    const turns = [
      ['Next', '{ArrowRight}', 'b.jpg'],
      ['Next, upwards', '{ArrowUp}', 'c.jpg'],
      ['Next', '{ArrowRight}', 'a.jpg'],
      ['Previous', '{ArrowLeft}', 'c.jpg'],
      ['Previous, downwards', '{ArrowDown}', 'b.jpg'],
    ] as const;
    for (const [button, , name] of turns) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect.element(dialog(name)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Previous', exact: true }).click();
    for (const [, key, name] of turns) {
      await userEvent.keyboard(key);
      await expect.element(dialog(name)).toBeVisible();
    }
  });

  it('turn by keys only the one that is active, and none that is minimised [S2.14]', async () => {
    const shown = () => stack().map(({ element }) => element.linkname);
    await open(a);
    await open(b);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toEqual(['a.jpg', 'c.jpg']);
    for (const { id } of stack()) store.dispatch(windowMinimized(id));
    await userEvent.keyboard('{ArrowRight}');
    expect(shown()).toEqual(['a.jpg', 'c.jpg']);
  });

  it('offer a file that has no viewer for download [S2.13]', async () => {
    const sheet = file('a.bin');
    await open(sheet);
    await expect
      .element(
        dialog('a.bin').getByText(
          'Currently we unable to preview this file type, You can download and preview locally.',
          { exact: true },
        ),
      )
      .toBeVisible();
    await expect
      .element(dialog('a.bin').getByRole('link', { name: 'Download' }))
      .toHaveAttribute('href', downloadPath([sheet.linkurl ?? '']));
  });

  it('stand in the taskbar when minimised, in rows of buttons of the width W / ⌊W/150⌋ [S2.2]', async () => {
    await open(a);
    await open(b);
    for (const { id } of stack()) store.dispatch(windowMinimized(id));
    const bar = page.getByRole('navigation', { name: 'Minimized windows' });
    await expect.element(bar.getByRole('button', { name: 'b.jpg' })).toBeVisible();
    const buttons = bar.getByRole('button').elements();
    const width = document.documentElement.clientWidth;
    expect(buttons.map((one) => one.getBoundingClientRect().width)).toEqual([
      expect.closeTo(width / Math.floor(width / 150), 1),
      expect.closeTo(width / Math.floor(width / 150), 1),
    ]);
    await bar.getByRole('button', { name: 'a.jpg' }).click();
    await expect.element(dialog('a.jpg')).toBeVisible();
    await page.viewport(1000, 900);
    for (const name of ['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg']) await open(photo(name));
    for (const { id } of stack()) store.dispatch(windowMinimized(id));
    const tops = () =>
      bar
        .getByRole('button')
        .elements()
        .map((one) => one.getBoundingClientRect().top);
    await expect.poll(() => Map.groupBy(tops(), (top) => top).size).toBe(2);
    expect([...Map.groupBy(tops(), (top) => top).values()].map(({ length }) => length)).toEqual([6, 1]);
  });

  it('say so when a file is opened that is open already [S2.17]', async () => {
    await open();
    const [first] = stack();
    await open();
    expect(stack()).toHaveLength(1);
    expect(stack()[0]?.id).not.toBe(first?.id);
    expect(selectToasts(store.getState()).map(({ message }) => message)).toContain(
      'Opened in his original cloud.',
    );
  });

  it('are resized at their edges, to 360 by 200 at least, and closed [S2.1]', async () => {
    await open(photo('large.jpg', 700, 500));
    const { right, bottom, width, height } = box('large.jpg');
    const corner = document.querySelector('[data-window] [style*="se-resize"]') ?? expect.fail('no corner');
    const pull = async (x: number, y: number): Promise<void> => {
      const { right: fromX, bottom: fromY } = box('large.jpg');
      mouse(corner, 'mousedown', fromX, fromY);
      await new Promise(requestAnimationFrame);
      mouse(window, 'mousemove', fromX + x, fromY + y);
      await new Promise(requestAnimationFrame);
      mouse(window, 'mouseup', fromX + x, fromY + y);
    };
    await pull(-100, -50);
    await until(() => expect(box('large.jpg')).toMatchObject({ right: right - 100, bottom: bottom - 50 }));
    expect(box('large.jpg')).toMatchObject({ width: width - 100, height: height - 50 });
    await pull(-900, -900);
    await until(() => expect(box('large.jpg')).toMatchObject({ width: 360, height: 200 }));
    await dialog('large.jpg').getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => stack().length).toBe(0);
  });

  it('fill a half when they are let go at an edge, and are their own size again when they are dragged off', async () => {
    await open();
    const before = box('a.jpg');
    await drag('a.jpg', 3, 400);
    await until(() => expect(box('a.jpg')).toMatchObject({ x: 0, y: 0, height: innerHeight }));
    expect(box('a.jpg').width).toBe(Math.floor(document.documentElement.clientWidth / 2));
    await drag('a.jpg', 600, 300);
    await until(() => expect(box('a.jpg').width).toBe(before.width));
    await drag('a.jpg', 700, 2);
    await until(() => expect(box('a.jpg').width).toBe(document.documentElement.clientWidth));
    expect(stack()[0]).toMatchObject({ maximized: true });
  });

  it('have one active at a time, and get back their place [S2.3 S4.1]', async () => {
    await open(a);
    await open(b);
    const before = box('b.jpg');
    const active = () =>
      [...document.querySelectorAll('[data-window][data-active="true"] strong')].map(
        (one) => one.textContent,
      );
    await until(() => expect(active()).toEqual(['b.jpg']));
    const last = stack().at(-1)?.id ?? 0;
    store.dispatch(windowMaximizeToggled(last));
    await until(() => expect(box('b.jpg').width).toBe(document.documentElement.clientWidth));
    store.dispatch(windowMaximizeToggled(last));
    await until(() => expect(box('b.jpg')).toEqual(before));
    store.dispatch(windowMinimized(last));
    await until(() => expect(active()).toEqual(['a.jpg']));
    store.dispatch(windowRestored(last));
    await until(() => expect(active()).toEqual(['b.jpg']));
    expect(box('b.jpg')).toEqual(before);
  });

  it('never cover the taskbar, however large', async () => {
    await open(a);
    await open(b);
    const [first, second] = stack();
    store.dispatch(windowMinimized(first?.id ?? 0));
    store.dispatch(windowMaximizeToggled(second?.id ?? 0));
    const bar = page.getByRole('navigation', { name: 'Minimized windows' });
    await expect.element(bar).toBeVisible();
    await until(() => expect(box('b.jpg').bottom).toBe(bar.element().getBoundingClientRect().top));
  });

  it('enlarge a picture around the pointer, and show it whole again [S2.4]', async () => {
    await open();
    const frame = dialog('a.jpg').element().querySelector('[class*=viewer] > div');
    const scale = () =>
      new DOMMatrix(getComputedStyle(frame?.firstElementChild ?? document.body).transform).a;
    const { x = 0, y = 0 } = frame?.getBoundingClientRect() ?? {};
    frame?.dispatchEvent(
      new WheelEvent('wheel', { bubbles: true, cancelable: true, deltaY: -400, clientX: x, clientY: y }),
    );
    await until(() => expect(scale()).toBeCloseTo(Math.E, 2));
    await userEvent.keyboard('-');
    await until(() => expect(scale()).toBeCloseTo(Math.E / 1.5, 2));
    await userEvent.keyboard('0');
    await until(() => expect(scale()).toBe(1));
  });

  it('come along when the viewport becomes smaller', async () => {
    await open();
    await page.viewport(1000, 500);
    await until(() => {
      const { right, bottom } = box('a.jpg');
      expect(right).toBeLessThanOrEqual(1000);
      expect(bottom).toBeLessThanOrEqual(500);
    });
  });
});

const mouse = (target: EventTarget, type: string, clientX: number, clientY: number): boolean =>
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX, clientY, button: 0, buttons: 1 }));

/** Takes a window by its title and lets it go at a point. */
async function drag(name: string, x: number, y: number): Promise<void> {
  const handle = dialog(name).element().querySelector('.window-handle strong');
  const from = handle?.getBoundingClientRect();
  if (!handle || !from) throw new Error(`${name} has no title`);
  const at = (clientX: number, clientY: number) => ({
    bubbles: true,
    clientX,
    clientY,
    button: 0,
    buttons: 1,
  });
  handle.dispatchEvent(new MouseEvent('mousedown', at(from.x + 5, from.y + 5)));
  document.dispatchEvent(new MouseEvent('mousemove', at((from.x + x) / 2, (from.y + y) / 2)));
  document.dispatchEvent(new MouseEvent('mousemove', at(x, y)));
  await new Promise(requestAnimationFrame);
  document.dispatchEvent(new MouseEvent('mouseup', at(x, y)));
}
