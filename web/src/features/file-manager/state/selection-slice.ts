import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ElementView } from '@skyshelf/contracts/browser';
import { kept, noSelection, type Selection } from '../selection/selection.js';
import { folderOpened, queryTyped, sortChosen, tagChosen } from './view-slice.js';
import { rootReducer } from '../../../shared/store/store.js';

const slice = createSlice({
  name: 'selection',
  initialState: (): Selection => noSelection,
  reducers: {
    selectionSet: (_, { payload }: PayloadAction<Selection>) => payload,
    selectionCleared: () => noSelection,
    presentChanged: (state, { payload }: PayloadAction<readonly ElementView[]>) => kept(state, payload),
  },
  // After sort, filter and folder change nothing is selected.
  extraReducers: (build) =>
    void build
      .addCase(sortChosen, () => noSelection)
      .addCase(queryTyped, () => noSelection)
      .addCase(tagChosen, () => noSelection)
      .addCase(folderOpened, () => noSelection),
  selectors: { selectSelection: (state) => state },
});

export const { selectionSet, selectionCleared, presentChanged } = slice.actions;

declare module '../../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectSelection } = slice.injectInto(rootReducer).selectors;
