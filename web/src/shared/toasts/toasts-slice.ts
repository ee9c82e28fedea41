import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../store/store.js';
import { text } from '../messages/en.js';

export type Tone = 'success' | 'error' | 'warning' | 'info';
export interface Toast {
  id: string;
  tone: Tone;
  title: string;
  message: string;
  /** Unit: milliseconds since the epoch. */
  at: number;
  /** Its name, where it can be undone. */
  undo?: string;
}

interface ToastsState {
  shown: Toast[];
  log: Toast[];
}

/** More would cover the page. */
const MOST_SHOWN = 5;
const MOST_KEPT = 50;

const saysTheSame = (a: Toast, b: Toast): boolean => a.tone === b.tone && a.message === b.message;

const slice = createSlice({
  name: 'toasts',
  initialState: (): ToastsState => ({ shown: [], log: [] }),
  reducers: {
    toastShown: {
      prepare: (toast: Omit<Toast, 'id' | 'at'>) => ({ payload: { ...toast, id: nanoid(), at: Date.now() } }),
      // The same words start their time again.
      reducer: ({ shown, log }, { payload }: PayloadAction<Toast>) => ({
        shown: [...shown.filter((one) => !saysTheSame(one, payload)), payload].slice(-MOST_SHOWN),
        log: [...log, payload].slice(-MOST_KEPT),
      }),
    },
    toastGone: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      shown: state.shown.filter((toast) => toast.id !== payload),
    }),
    /** All of them are read in the list. */
    toastsRead: (state) => void (state.shown = []),
    undoGone: ({ shown, log }, { payload }: PayloadAction<string>) => {
      for (const toast of [...shown, ...log]) if (toast.undo === payload) delete toast.undo;
    },
    logCleared: (state) => void (state.log = []),
  },
  selectors: { selectToasts: ({ shown }) => shown, selectToastLog: ({ log }) => log },
});

export const { toastShown, toastGone, toastsRead, undoGone, logCleared } = slice.actions;

declare module '../store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectToasts, selectToastLog } = slice.injectInto(rootReducer).selectors;

const of = (tone: Tone) => (message: string, undo?: string) =>
  toastShown({ tone, title: text.toast[tone], message, ...(undo !== undefined && { undo }) });

/** `dispatch(toast.error('Name already exist'))` */
export const toast = { success: of('success'), error: of('error'), warning: of('warning'), info: of('info') };
