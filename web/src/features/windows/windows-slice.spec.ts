import { describe, expect, it } from 'vitest';
import { file } from '../../../testing/element.js';
import { initialFrame } from './window-size.js';
import {
  selectActiveWindow,
  windowClosed,
  windowFocused,
  windowMaximizeToggled,
  windowMinimized,
  windowOpened,
  windowRestored,
  windowsReducer,
  windowTurned,
} from './windows-slice.js';

const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => file(name));
const [a, b] = files as [(typeof files)[0], (typeof files)[0]];
type State = ReturnType<typeof windowsReducer>;
const after = (...actions: Parameters<typeof windowsReducer>[1][]): State =>
  actions.reduce<State | undefined>(windowsReducer, undefined)!;
const opened = (element = a) => windowOpened({ element, filesList: files });
const active = (state: State): string | undefined => selectActiveWindow({ windows: state })?.element.linkname;

describe('windows', () => {
  it('open in front', () => expect(active(after(opened(a), opened(b)))).toBe('b.jpg'));
  it('come to the front on a click', () =>
    expect(active(after(opened(a), opened(b), windowFocused(1)))).toBe('a.jpg'));
  it('give way when minimised, and come back', () => {
    const minimised = after(opened(a), opened(b), windowMinimized(2));
    expect(active(minimised)).toBe('a.jpg');
    expect(active(windowsReducer(minimised, windowRestored(2)))).toBe('b.jpg');
  });
  it('open a file again that is open already', () => {
    const state = after(opened(a), opened(b), opened(a));
    expect(state.stack.map(({ id, element }) => [id, element.linkname])).toEqual([
      [2, 'b.jpg'],
      [3, 'a.jpg'],
    ]);
  });
  it('turn to the neighbours and wrap around', () => {
    expect(active(after(opened(a), windowTurned({ id: 1, step: -1 })))).toBe('c.jpg');
    expect(active(after(opened(a), windowTurned({ id: 1, step: 1 })))).toBe('b.jpg');
  });
  it('maximise and restore', () => {
    const state = after(opened(a), windowMaximizeToggled(1));
    expect(selectActiveWindow({ windows: state })?.maximized).toBe(true);
    expect(selectActiveWindow({ windows: windowsReducer(state, windowMaximizeToggled(1)) })?.maximized).toBe(
      false,
    );
  });
  it('close', () => expect(active(after(opened(a), windowClosed(1)))).toBeUndefined());
});

describe('where a window opens', () => {
  const viewport = { width: 1440, height: 900 };
  it('an image at its own size with its frame', () =>
    expect(initialFrame({ width: 600, height: 400 }, viewport, 0)).toMatchObject({
      width: 626,
      height: 457,
    }));
  it('a large image at the size that fits', () => {
    const { width, height } = initialFrame({ width: 4000, height: 3000 }, viewport, 0);
    expect(height).toBeLessThanOrEqual(900);
    expect((width - 26) / (height - 57)).toBeCloseTo(4 / 3, 1);
  });
  it('never smaller than 360 by 200', () =>
    expect(initialFrame({ width: 10, height: 10 }, viewport, 0)).toMatchObject({ width: 360, height: 200 }));
  it('anything else at half the viewport', () =>
    expect(initialFrame(null, viewport, 0)).toMatchObject({ width: 746, height: 507 }));
  it('inside the viewport, whatever came before', () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const { x, y, width, height } = initialFrame({ width: 2000, height: 2000 }, viewport, nth);
      expect(x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900).toBe(true);
    }
  });
});
