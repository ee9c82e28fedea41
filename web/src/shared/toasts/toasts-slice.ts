import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../store/reducer.js';

export type Tone = 'success' | 'error' | 'warning' | 'info';
export interface Toast {
  id: string;
  tone: Tone;
  title: string;
  message: string;
}

/** More at a time would cover the page; the oldest makes room. */
const MOST_SHOWN = 5;

const saysTheSame = (a: Toast, b: Toast): boolean => a.tone === b.tone && a.message === b.message;

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toastShown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      // The same words again replace the first ones: their time starts again.
      reducer: (state, { payload }: PayloadAction<Toast>) =>
        [...state.filter((one) => !saysTheSame(one, payload)), payload].slice(-MOST_SHOWN),
    },
    toastGone: (state, { payload }: PayloadAction<string>) => state.filter((toast) => toast.id !== payload),
  },
  selectors: { selectToasts: (state) => state },
});

export const { toastShown, toastGone } = slice.actions;

declare module '../store/reducer.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectToasts } = slice.injectInto(rootReducer).selectors;
