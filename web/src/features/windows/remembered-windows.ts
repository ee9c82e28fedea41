import type { Frame, Side } from './window-size.js';
import type { OpenWindow } from './windows-slice.js';

const KEY = 'skyshelf:windows';
/** More than anyone keeps open. */
const MOST_WINDOWS = 30;
/** Turning among more than these works again when the file is opened again. */
const MOST_SIBLINGS = 2000;

/** Elements by id only. */
interface RememberedWindow {
  elementId: string;
  path: string;
  siblings: string[];
  frame: Frame;
  minimized: boolean;
  maximized: boolean;
  side: Side | null;
}

/** Back to front; this tab's. */
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

/** Else, also of a newer page, as if never kept. */
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
