import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../shared/store/reducer.js';
import type { Undoable } from './undoable.js';

/** So many commands of a tab can be undone. */
const MOST = 20;

const slice = createSlice({
  name: 'undo',
  /** In the order in which the user began them, the newest last: an upload may take long. */
  initialState: (): Undoable[] => [],
  reducers: {
    remembered: (state, { payload }: PayloadAction<Undoable>) =>
      [...state, payload].toSorted((a, b) => a.at - b.at).slice(-MOST),
    dated: (state, { payload }: PayloadAction<Omit<Undoable, 'done' | 'at'>>) =>
      state.map((one) => (one.id === payload.id ? { ...one, ...payload } : one)),
    forgotten: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
  selectors: { selectUndoables: (state) => state },
});

export const { remembered, dated, forgotten } = slice.actions;

declare module '../../shared/store/reducer.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectUndoables } = slice.injectInto(rootReducer).selectors;
