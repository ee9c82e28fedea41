import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { type AppThunk, rootReducer } from '../../shared/store/store.js';

/** Each tab counts its own. */
const MOST = 20;

interface Undoable {
  id: string;
  /** The server's names, in order. */
  operations: readonly string[];
  /** Unit: milliseconds since the epoch. */
  at: number;
}

const slice = createSlice({
  name: 'undo',
  /** By begin, the newest last: an upload may take long. */
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

declare module '../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectUndoables } = slice.injectInto(rootReducer).selectors;

/**
 * Answers its name.
 * @param named the server's name; a former server has none
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

/** Undoing waits for their answers. */
const underWay = new Set<Promise<unknown>>();

export const tracked = <Result>(command: Promise<Result>): Promise<Result> => {
  underWay.add(command);
  const over = (): void => void underWay.delete(command);
  command.then(over, over);
  return command;
};

export const allAnswered = async (): Promise<void> => void (await Promise.allSettled(underWay));
