import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { rootReducer } from '../../shared/store/reducer.js';
import type { AppThunk } from '../../shared/store/store.js';

/** So many commands of a tab can be undone. */
const MOST = 20;

/** What the user did at once. */
interface Undoable {
  id: string;
  /** As the server calls them, in the order in which they were carried out. */
  operations: readonly string[];
  /** When the user began it, in milliseconds since the epoch. */
  at: number;
}

const slice = createSlice({
  name: 'undo',
  /** In the order in which the user began them, the newest last: an upload may take long. */
  initialState: (): Undoable[] => [],
  reducers: {
    remembered: (state, { payload }: PayloadAction<Undoable>) =>
      [...state, payload].toSorted((a, b) => a.at - b.at).slice(-MOST),
    forgotten: (state, { payload }: PayloadAction<string>) => state.filter(({ id }) => id !== payload),
  },
  selectors: { selectUndoables: (state) => state },
});

const { remembered } = slice.actions;
export const { forgotten } = slice.actions;

declare module '../../shared/store/reducer.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectUndoables } = slice.injectInto(rootReducer).selectors;

/**
 * Keeps what was just carried out, so that it can be undone. Answers its name, for the message that reports it.
 * @param named what the server called it; a server of the version before has no names
 */
export const remember =
  (named: readonly (string | undefined)[], at = Date.now()): AppThunk<string | undefined> =>
  (dispatch) => {
    const operations = named.filter((operation) => operation !== undefined);
    if (operations.length === 0) return undefined;
    const id = nanoid();
    dispatch(remembered({ id, operations, at }));
    return id;
  };
