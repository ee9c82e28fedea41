import { createSlice, nanoid, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { type AppThunk, rootReducer } from '../../shared/store/store.js';
import { ApiFailure, isPassing } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import { report } from '../../shared/report.js';
import { toast, undoGone } from '../../shared/toasts/toasts-slice.js';

/** A tab's. */
const MOST = 20;

interface Undoable {
  id: string;
  /** The server's names, in order. */
  operations: readonly string[];
  /** Milliseconds since the epoch. */
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

/** One by one: a command's inverse counts on those of later ones. */
let last: Promise<void> = Promise.resolve();

export const undo =
  (id?: string): AppThunk<Promise<void>> =>
  (dispatch) => {
    last = last.then(allAnswered).then(() => dispatch(undoOne(id)));
    return last;
  };

const undoOne =
  (id?: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const all = selectUndoables(getState());
    const one = id === undefined ? all.at(-1) : all.find((each) => each.id === id);
    if (!one) return void dispatch(toast.info(id === undefined ? text.undo.nothing : text.undo.tooOld));
    try {
      const body = { operation: [...one.operations] };
      const { docs } = await callApi('undo', { body, idempotencyKey: newKey() });
      dispatch(applyChanges(docs));
      dispatch(toast.success(text.undo.done));
    } catch (failure) {
      report('A command could not be undone', failure);
      dispatch(toast.error(wordsFor(failure)));
      if (mayBeTriedAgain(failure)) return;
    }
    dispatch(forgotten(one.id));
    dispatch(undoGone(one.id));
  };

/** The user can remove what stands in the way. */
const mayBeTriedAgain = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  (isPassing(failure.error) ||
    ['name.exists', 'folder.not-found', 'folder.copying'].includes(failure.error.code));

const wordsFor = (failure: unknown): string => {
  if (!(failure instanceof ApiFailure) || failure.error.status === 0) return text.undo.failed;
  const { code, message } = failure.error;
  return (words as Partial<Record<string, string>>)[code] ?? message;
};

const words = {
  'process.not-found': text.undo.purged,
  'name.exists': text.undo.nameTaken,
  'folder.not-found': text.undo.folderGone,
  'paste.into-itself': text.undo.changed,
  'drive.busy': text.dialogs.driveBusy,
};
