export interface Size {
  width: number;
  height: number;
}
export interface Frame extends Size {
  x: number;
  y: number;
}

/** Smallest window, and what title bar and edges add to the content. */
export const MIN_WINDOW: Size = { width: 360, height: 200 };
const CHROME: Size = { width: 26, height: 57 };
/** Kept free around a window at its first opening. */
const MARGIN_PX = 24;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The largest form of an image, not above its own size, that fits a viewport with its window around it. */
const fitted = (image: Size, viewport: Size): Size => {
  const room = {
    width: viewport.width - CHROME.width - 2 * MARGIN_PX,
    height: viewport.height - CHROME.height - 2 * MARGIN_PX,
  };
  const scale = Math.min(1, room.width / image.width, room.height / image.height);
  return { width: image.width * scale, height: image.height * scale };
};

/**
 * Where a window opens: an image at its size clamped to the viewport, everything else at half the viewport; in the
 * middle, each further one a little lower to the right.
 */
export const initialFrame = (image: Size | null, viewport: Size, nth: number): Frame => {
  const content = image
    ? fitted(image, viewport)
    : { width: viewport.width / 2, height: viewport.height / 2 };
  const width = Math.round(clamp(content.width + CHROME.width, MIN_WINDOW.width, viewport.width));
  const height = Math.round(clamp(content.height + CHROME.height, MIN_WINDOW.height, viewport.height));
  const shift = (nth % 6) * 28;
  return {
    width,
    height,
    x: Math.round(clamp((viewport.width - width) / 2 + shift, 0, viewport.width - width)),
    y: Math.round(clamp((viewport.height - height) / 2.4 + shift, 0, viewport.height - height)),
  };
};
