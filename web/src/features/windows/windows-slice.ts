import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ElementView } from '@skyshelf/contracts/browser';
import { rootReducer } from '../../shared/store/store.js';
import type { Frame, Side } from './window-size.js';

export interface OpenWindow {
  id: number;
  element: ElementView;
  /** The client's own, never stored. */
  filesList: ElementView[];
  minimized: boolean;
  maximized: boolean;
  side: Side | null;
  /** The frame of a window that is neither maximised nor at a side. */
  frame: Frame;
}

interface WindowsState {
  /** Back to front: the last one not minimised is active. */
  stack: OpenWindow[];
  nextId: number;
}

const raised = (stack: OpenWindow[], id: number, change: Partial<OpenWindow> = {}): OpenWindow[] => {
  const own = stack.find((one) => one.id === id);
  return own ? [...stack.filter((one) => one.id !== id), { ...own, ...change }] : stack;
};

const slice = createSlice({
  name: 'windows',
  initialState: (): WindowsState => ({ stack: [], nextId: 1 }),
  reducers: {
    /** An open file gets a new id. */
    windowOpened: (
      state,
      { payload }: PayloadAction<Pick<OpenWindow, 'element' | 'filesList' | 'frame'>>,
    ) => ({
      nextId: state.nextId + 1,
      stack: [
        ...state.stack.filter((one) => one.element._id !== payload.element._id),
        { ...payload, id: state.nextId, minimized: false, maximized: false, side: null },
      ],
    }),
    /** Restores windows behind those that were opened since. */
    windowsRestored: (state, { payload }: PayloadAction<Omit<OpenWindow, 'id'>[]>) => {
      const open = new Set(state.stack.map(({ element }) => element._id));
      const restored = payload.filter(({ element }) => !open.has(element._id));
      return {
        nextId: state.nextId + restored.length,
        stack: [...restored.map((one, index) => ({ ...one, id: state.nextId + index })), ...state.stack],
      };
    },
    windowClosed: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      stack: state.stack.filter((one) => one.id !== payload),
    }),
    windowFocused: (state, { payload }: PayloadAction<number>) =>
      state.stack.at(-1)?.id === payload
        ? state
        : { ...state, stack: raised(state.stack, payload, { minimized: false }) },
    windowRestored: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      stack: raised(state.stack, payload, { minimized: false }),
    }),
    windowMinimized: (state, { payload }: PayloadAction<number>) => ({
      ...state,
      stack: state.stack.map((one) => (one.id === payload ? { ...one, minimized: true } : one)),
    }),
    windowMaximizeToggled: (state, { payload }: PayloadAction<number>) => {
      const own = state.stack.find((one) => one.id === payload);
      return {
        ...state,
        stack: raised(state.stack, payload, { maximized: !own?.maximized, minimized: false }),
      };
    },
    windowFrameChanged: (
      state,
      { payload: { id, frame } }: PayloadAction<Pick<OpenWindow, 'id' | 'frame'>>,
    ) => ({
      ...state,
      stack: state.stack.map((one) => (one.id === id ? { ...one, frame, side: null } : one)),
    }),
    windowSnapped: (state, { payload: { id, side } }: PayloadAction<Pick<OpenWindow, 'id' | 'side'>>) => ({
      ...state,
      stack: state.stack.map((one) => (one.id === id ? { ...one, side } : one)),
    }),
    /** 1 or -1, wrapping around. */
    windowTurned: (state, { payload: { id, step } }: PayloadAction<{ id: number; step: 1 | -1 }>) => ({
      ...state,
      stack: state.stack.map((one) => (one.id === id ? { ...one, element: sibling(one, step) } : one)),
    }),
  },
  selectors: {
    selectWindows: (state) => state,
    selectActiveWindow: ({ stack }) => stack.findLast((one) => !one.minimized) ?? null,
  },
});

const sibling = ({ element, filesList }: OpenWindow, step: 1 | -1): ElementView => {
  const at = filesList.findIndex((one) => one._id === element._id);
  return filesList[(at + step + filesList.length) % filesList.length] ?? element;
};

export const {
  windowOpened,
  windowClosed,
  windowFocused,
  windowRestored,
  windowMinimized,
  windowMaximizeToggled,
  windowTurned,
  windowFrameChanged,
  windowSnapped,
  windowsRestored,
} = slice.actions;
export const windowsReducer = slice.reducer;

declare module '../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectWindows, selectActiveWindow } = slice.injectInto(rootReducer).selectors;
