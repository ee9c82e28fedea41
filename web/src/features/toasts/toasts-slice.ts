import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export type Tone = 'success' | 'error' | 'warning' | 'info';
export interface Toast {
  id: string;
  tone: Tone;
  title: string;
  message: string;
}

/** More at a time would cover the page; the oldest makes room. */
const MOST_SHOWN = 5;

const slice = createSlice({
  name: 'toasts',
  initialState: [] as Toast[],
  reducers: {
    toastShown: {
      prepare: (toast: Omit<Toast, 'id'>) => ({ payload: { ...toast, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<Toast>) => [...state, payload].slice(-MOST_SHOWN),
    },
    toastGone: (state, { payload }: PayloadAction<string>) => state.filter((toast) => toast.id !== payload),
  },
});

export const { toastShown, toastGone } = slice.actions;
export const toastsReducer = slice.reducer;
