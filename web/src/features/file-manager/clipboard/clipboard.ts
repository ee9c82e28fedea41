import { type Answer, type ElementView, limits, messages } from '@skyshelf/contracts/browser';
import { nameKey } from '@skyshelf/contracts/rules';
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { type ApiError, isApiError } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/call-input.js';
import { applyChanges, cachedListings, restoreElements } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { logError } from '../../../shared/log-error.js';
import { type AppThunk, rootReducer, useAppSelector } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { pasteElements, restoreInto } from '../elements-api.js';
import { remember, tracked } from '../../undo/public.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';

export interface Sending {
  /** Elements that were cut in the trash are restored. */
  action: 'cut' | 'copy' | 'restore';
  elements: readonly ElementView[];
  from: string;
  to: TargetFolder;
}

/** The others have words of the specification. */
const wordsFor = (error: ApiError): string =>
  error.code === 'drive.busy'
    ? text.dialogs.driveBusy
    : error.status >= 400 && error.status < 500 && error.code !== 'input.invalid'
      ? error.message
      : error.code === 'space.exceeded'
        ? error.message
        : messages.cantPaste;

/**
 * Shown at once, and back when refused.
 * @returns whether the server confirmed all of it
 */
export const sendElements =
  (sending: Sending): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { action, elements, to } = sending;
    if (action === 'cut') dispatch(showMoved(elements, to));
    const { came, operations, warnings, problem } = await tracked(dispatch(sendAll(sending)));
    const there = new Set(came.map(({ _id }) => _id));
    const left = elements.filter(({ _id }) => !there.has(_id));
    if (action === 'cut' && left.length > 0) dispatch(restoreElements(left));
    dispatch(applyChanges({ elements: came, removed: [] }));
    for (const { message } of warnings.slice(0, MOST_WARNINGS)) dispatch(toast.warning(message));
    if (warnings.length > MOST_WARNINGS)
      dispatch(toast.warning(text.clipboard.moreSkipped(warnings.length - MOST_WARNINGS)));
    if (came.length > 0) {
      const undo = dispatch(remember(operations));
      if (!problem) dispatch(toast.success(text.clipboard.pasted, undo));
    }
    if (problem) dispatch(problem);
    return problem === null;
  };

/** More messages would push each other away. */
const MOST_WARNINGS = 3;

interface Sent {
  came: ElementView[];
  operations: string[];
  warnings: Answer<'pasteElements'>['warnings'];
  problem: ReturnType<typeof toast.error> | null;
}

interface PastePart {
  docs?: { ok?: unknown; result?: { ok?: unknown }; ops?: ElementView[] };
  warnings?: Sent['warnings'];
  operation?: string;
}

const sendAll =
  ({ action, elements, from, to }: Sending): AppThunk<Promise<Sent>> =>
  async (dispatch) => {
    const sent: Sent = { came: [], operations: [], warnings: [], problem: null };
    for (let start = 0; start < elements.length; start += limits.maxIdsPerCommand) {
      const arr = elements.slice(start, start + limits.maxIdsPerCommand).map(({ _id }) => _id);
      const command = { targetFolder: to, key: newKey() };
      const { data, error } = await (action === 'restore'
        ? dispatch(restoreInto.initiate({ ...command, ids: arr }))
        : dispatch(pasteElements.initiate({ ...command, arr, action, actionUrl: from })));
      if (error || !data) {
        logError('Pasting failed', error);
        return { ...sent, problem: toast.error(isApiError(error) ? wordsFor(error) : messages.cantPaste) };
      }
      // The specification foresees answers that our server does not give.
      const { docs, warnings = [], operation } = data as PastePart;
      if (!docs) return { ...sent, problem: toast.info(messages.logInAgain) };
      sent.warnings.push(...warnings);
      if (!docs.ok && !docs.result?.ok) return { ...sent, problem: toast.error(messages.cantPaste) };
      sent.came.push(...(docs.ops ?? []));
      if (operation !== undefined && docs.ops?.length) sent.operations.push(operation);
    }
    return sent;
  };

const nameKeyOf = (element: ElementView): string => `${isFolder(element)} ${nameKey(element.linkname)}`;

/** Excludes elements whose name is taken there. */
const showMoved =
  (elements: readonly ElementView[], to: TargetFolder): AppThunk =>
  (dispatch, getState) => {
    const listings = cachedListings(getState()).map(({ listing }) => listing);
    const target = listings.find(({ folderId }) => folderId === to.folderId);
    const taken = new Set(target?.docs.map(nameKeyOf));
    const moved = elements
      .filter((element) => !taken.has(nameKeyOf(element)))
      .map((element) => ({ ...element, folderId: to.folderId, path: to.url }));
    dispatch(applyChanges({ elements: moved, removed: [] }));
  };

export interface Clipboard extends Pick<Sending, 'action'> {
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

export const textOf = (elements: readonly ElementView[]): string => {
  const lines = elements.map((element) => {
    const address = isFile(element) || isFolder(element) ? null : element.linkurl;
    if (address === null) return element.linkname;
    return elements.length === 1 ? address : `${element.linkname}\t${address}`;
  });
  return lines.join('\n');
};

export const leaveAsText =
  (elements: readonly ElementView[]): AppThunk<Promise<void>> =>
  async (dispatch) => {
    // Missing on a page that is not secure.
    if (!('clipboard' in navigator)) return;
    const text = textOf(elements);
    try {
      await navigator.clipboard.writeText(text);
      dispatch(clipboardLeft(text));
    } catch (failure) {
      logError('Names could not be left on the clipboard', failure);
    }
  };

/** It is restored to where it is pasted. */
export const cutTrashed =
  (elements: readonly ElementView[]): AppThunk =>
  (dispatch) => {
    const source = { url: '/', folderId: '' };
    dispatch(clipboardFilled({ action: 'restore', elements: [...elements], source }));
    void dispatch(leaveAsText(elements));
  };
