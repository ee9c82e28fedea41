import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { nextSort, sortFields, type Sort, type SortField } from '../listing/sorted-listing.js';
import { rootReducer } from '../../../shared/store/store.js';

export type Layout = 'block' | 'list';
interface ViewState {
  layout: Layout;
  sort: Sort;
  query: string;
  /** Is null when all tags show; a tag excludes a query. Either this or a query. */
  tag: string | null;
  /** A plain click adds to the selection. */
  selectMode: boolean;
}

const KEY = 'skyshelf:view';

const isSort = (value: unknown): value is Sort => {
  const sort = value as Partial<Sort> | undefined;
  return sortFields.includes(sort?.field as SortField) && typeof sort?.descending === 'boolean';
};

/** Unreadable counts as never set. */
const remembered = (): Pick<ViewState, 'layout' | 'sort'> => {
  let stored: { layout?: unknown; sort?: unknown } = {};
  try {
    stored = (JSON.parse(localStorage.getItem(KEY) ?? '{}') as typeof stored | null) ?? {};
  } catch {
    // Not our text under our key: start with the defaults.
  }
  return {
    layout: stored.layout === 'list' ? 'list' : 'block',
    sort: isSort(stored.sort)
      ? { field: stored.sort.field, descending: stored.sort.descending }
      : { field: 'name', descending: false },
  };
};

const slice = createSlice({
  name: 'view',
  initialState: (): ViewState => ({ ...remembered(), query: '', tag: null, selectMode: false }),
  reducers: {
    layoutChosen: (state, { payload }: PayloadAction<Layout>) => void (state.layout = payload),
    sortChosen: (state, { payload }: PayloadAction<SortField>) =>
      void (state.sort = nextSort(state.sort, payload)),
    queryTyped: (state, { payload }: PayloadAction<string>) => {
      state.query = payload;
      state.tag = null;
    },
    tagChosen: (state, { payload }: PayloadAction<string | null>) => {
      state.tag = payload;
      state.query = '';
    },
    selectModeSet: (state, { payload }: PayloadAction<boolean>) => void (state.selectMode = payload),
    folderOpened: (state) => {
      state.query = '';
      state.tag = null;
      state.selectMode = false;
    },
  },
  selectors: { selectView: (state) => state },
});

export const { layoutChosen, sortChosen, queryTyped, tagChosen, selectModeSet, folderOpened } = slice.actions;

export const rememberView = ({ layout, sort }: ViewState): void =>
  localStorage.setItem(KEY, JSON.stringify({ layout, sort }));

declare module '../../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectView } = slice.injectInto(rootReducer).selectors;
