import { describe, expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { file } from '../../../testing/element.js';
import {
  selectActiveWindow,
  windowClosed,
  windowFocused,
  windowMaximizeToggled,
  windowMinimized,
  windowOpened,
  windowFrameChanged,
  windowRestored,
  windowSnapped,
  windowsReducer,
  windowsRestored,
  windowTurned,
} from './windows-slice.js';

const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => file(name));
const [a, b] = files as [(typeof files)[0], (typeof files)[0]];
type State = ReturnType<typeof windowsReducer>;
const after = (...actions: Parameters<typeof windowsReducer>[1][]): State =>
  actions.reduce<State | undefined>(windowsReducer, undefined)!;
const frame = { x: 10, y: 20, width: 400, height: 300 };
const opened = (element = a) => windowOpened({ element, filesList: files, frame });
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
  it('fill a half, and stand where they are put', () => {
    const snapped = after(opened(a), windowSnapped({ id: 1, side: 'left' }));
    expect(selectActiveWindow({ windows: snapped })).toMatchObject({ side: 'left', frame });
    const placed = windowsReducer(snapped, windowFrameChanged({ id: 1, frame: { ...frame, x: 50 } }));
    expect(selectActiveWindow({ windows: placed })).toMatchObject({ side: null, frame: { x: 50, y: 20 } });
  });
  it('come back behind what was opened since, none twice', () => {
    const before = { filesList: files, frame, minimized: true, maximized: false, side: null };
    const state = after(opened(b), windowsRestored([a, b].map((element) => ({ ...before, element }))));
    expect(state.stack.map(({ id, element, minimized }) => [id, element.linkname, minimized])).toEqual([
      [2, 'a.jpg', true],
      [1, 'b.jpg', false],
    ]);
  });
  it('close', () => expect(active(after(opened(a), windowClosed(1)))).toBeUndefined());
});
