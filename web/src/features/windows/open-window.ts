import type { ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { type Frame, initialFrame, rememberedSize, type Side, viewportSize } from './window-size.js';
import { type OpenWindow, selectWindows, windowOpened, windowsRestored } from './windows-slice.js';
import { text } from '../../shared/messages/en.js';
import { type AppThunk, useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { callApi } from '../../shared/api/call-api.js';
import { retryJobs } from '../../shared/jobs/given-up.js';
import { logError } from '../../shared/log-error.js';
import { viewerOf } from './viewers/registry.js';
import { isVisit } from '../../shared/session/visit.js';
import { listingsApi } from '../../shared/listings/listings-api.js';
import { useCompact } from '../../shared/dom/media-queries.js';

const KEY = 'skyshelf:windows';
/** No one keeps more windows open. */
const MOST_WINDOWS = 30;
/** Turning among more than these works again when the file is opened again. */
const MOST_SIBLINGS = 2000;

/** It names the element by its id only. */
interface RememberedWindow {
  elementId: string;
  path: string;
  siblings: string[];
  frame: Frame;
  minimized: boolean;
  maximized: boolean;
  side: Side | null;
}

/** Stores this tab's windows from back to front. */
export function rememberWindows(stack: readonly OpenWindow[], storage: Storage = sessionStorage): void {
  // News are not stored.
  const stored = stack.filter(({ element }) => element.linktype !== 'news');
  const kept = stored
    .slice(-MOST_WINDOWS)
    .map(({ element, filesList, frame, minimized, maximized, side }): RememberedWindow => ({
      elementId: element._id,
      path: element.path,
      siblings: filesList.slice(0, MOST_SIBLINGS).map(({ _id }) => _id),
      frame,
      minimized,
      maximized,
      side,
    }));
  if (kept.length === 0) return storage.removeItem(KEY);
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // No room: they don't come back.
    storage.removeItem(KEY);
  }
}

/** An unreadable note, also of a newer page, counts as none. */
export function rememberedWindows(storage: Storage = sessionStorage): RememberedWindow[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.slice(-MOST_WINDOWS).flatMap(readWindow) : [];
  } catch {
    return [];
  }
}

export const forgetWindows = (): void => sessionStorage.removeItem(KEY);

const isText = (value: unknown): value is string => typeof value === 'string';

function readWindow(value: unknown): RememberedWindow[] {
  const { elementId, path, siblings, frame, minimized, maximized, side } =
    (value as Partial<Record<keyof RememberedWindow, unknown>> | null) ?? {};
  if (!isText(elementId) || !isText(path) || !Array.isArray(siblings) || !isFrame(frame)) return [];
  return [
    {
      elementId,
      path,
      frame,
      siblings: siblings.filter(isText),
      minimized: minimized === true,
      maximized: maximized === true,
      side: side === 'left' || side === 'right' ? side : null,
    },
  ];
}

const isFrame = (value: unknown): value is Frame => {
  const { x, y, width, height } = (value as Partial<Frame> | null) ?? {};
  return [x, y, width, height].every((one) => Number.isFinite(one));
};

/** @param visible the elements it may turn to, in order */
export const openWindow =
  (element: ElementView, visible: readonly ElementView[]): AppThunk =>
  (dispatch, getState) => {
    const viewer = viewerOf(element);
    viewer.preload();
    const filesList = viewer.turnsToSiblings ? visible.filter((one) => viewerOf(one) === viewer) : [element];
    const { stack } = selectWindows(getState());
    const frame = initialFrame({
      content: viewer.initialSize(element),
      remembered: rememberedSize(viewer.name),
      viewport: viewportSize(),
      nth: stack.length,
      random: { x: Math.random(), y: Math.random() },
    });
    dispatch(windowOpened({ element, filesList, frame }));
    countOpening(element);
    if (stack.some((one) => one.element._id === element._id)) dispatch(toast.warning(text.windows.reopened));
  };

/** Fire and forget. What was given up for time is tried again. */
export const countOpening = ({ _id, default: isBuiltIn, linktype, confirm }: ElementView): void => {
  if (isBuiltIn || linktype === 'news' || isVisit) return;
  if (confirm === false)
    void retryJobs(_id).catch((failure: unknown) =>
      logError('A picture could not be asked for again', failure),
    );
  void callApi('countOpening', { body: { _id } }).catch((failure: unknown) =>
    logError('An opening could not be counted', failure),
  );
};

const restoreWindows = (): AppThunk<Promise<void>> => async (dispatch) => {
  const remembered = rememberedWindows();
  const paths = [...new Set(remembered.map(({ path }) => path))];
  const listings = await Promise.all(
    paths.map((path) => dispatch(listingsApi.endpoints.listFolder.initiate(path, { subscribe: false }))),
  );
  const elements = new Map<string, ElementView>(
    listings.flatMap(({ data }) => data?.docs ?? []).map((element) => [element._id, element]),
  );
  const restored = remembered.flatMap(({ elementId, siblings, frame, minimized, maximized, side }) => {
    const element = elements.get(elementId);
    if (!element) return [];
    const filesList = siblings.flatMap((id) => elements.get(id) ?? []);
    return [
      { element, filesList: filesList.length > 0 ? filesList : [element], frame, minimized, maximized, side },
    ];
  });
  if (restored.length > 0) dispatch(windowsRestored(restored));
};

let isDone = false;

/** It runs once a page. */
export const useRestoredWindows = (): void => {
  const dispatch = useAppDispatch();
  const compact = useCompact();
  useEffect(() => {
    if (isDone || compact) return;
    isDone = true;
    void dispatch(restoreWindows());
  }, [dispatch, compact]);
};
