import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useMemo } from 'react';
import { rootReducer, useAppSelector } from '../../../shared/store/store.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';

export interface Clipboard {
  action: 'cut' | 'copy';
  elements: readonly ElementView[];
  source: TargetFolder;
}

interface ClipboardState {
  held: Clipboard | null;
  /** Its text on the system's clipboard; null when that failed. */
  left: string | null;
}

const slice = createSlice({
  name: 'clipboard',
  initialState: (): ClipboardState => ({ held: null, left: null }),
  reducers: {
    clipboardFilled: (_, { payload }: PayloadAction<Clipboard>) => ({ held: payload, left: null }),
    clipboardLeft: (state, { payload }: PayloadAction<string>) => ({ ...state, left: payload }),
    clipboardEmptied: () => ({ held: null, left: null }),
  },
  selectors: { selectClipboard: ({ held }) => held, selectLeftText: ({ left }) => left },
});

export const { clipboardFilled, clipboardLeft, clipboardEmptied } = slice.actions;

declare module '../../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectClipboard, selectLeftText } = slice.injectInto(rootReducer).selectors;

export const useCutIds = (): ReadonlySet<string> => {
  const clipboard = useAppSelector(selectClipboard);
  return useMemo(
    () => new Set(clipboard?.action === 'cut' ? clipboard.elements.map(({ _id }) => _id) : []),
    [clipboard],
  );
};
