import { useEffect, useState } from 'react';

export interface Size {
  width: number;
  height: number;
}
export interface Frame extends Size {
  x: number;
  y: number;
}

/** Unit: pixels, of the content. */
export interface InitialSize extends Size {
  /** A picture shrinks as a whole. */
  keepsRatio?: boolean;
}

/** Excludes the title bar and the edges, which `CHROME` adds. */
export const MIN_WINDOW: Size = { width: 360, height: 200 };
const CHROME: Size = { width: 26, height: 57 };
/** The margin around a picture at its first opening. */
const MARGIN_PX = 24;
/** How far each further window stands from the one before, down and to the right. */
const STAGGER_PX = 28;
const MOST_STAGGERED = 6;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Never exceeds the picture's own size. */
const fitted = (picture: Size, viewport: Size): Size => {
  const room = {
    width: viewport.width - CHROME.width - 2 * MARGIN_PX,
    height: viewport.height - CHROME.height - 2 * MARGIN_PX,
  };
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  return { width: picture.width * scale, height: picture.height * scale };
};

const outer = (content: Size, viewport: Size): Size => ({
  width: Math.round(clamp(content.width + CHROME.width, MIN_WINDOW.width, viewport.width)),
  height: Math.round(clamp(content.height + CHROME.height, MIN_WINDOW.height, viewport.height)),
});

export interface Opening {
  /** Is null when the content has no size of its own. */
  content: InitialSize | null;
  remembered: Size | null;
  viewport: Size;
  nth: number;
  /** 0 to 1, for what opens anywhere. */
  random: Pick<Frame, 'x' | 'y'>;
}

/**
 * Opens content with a size in the middle, each further window lower and to the right; other content gets half the
 * viewport at a random place. Else half the viewport, anywhere.
 */
export const initialFrame = ({ content, remembered, viewport, nth, random }: Opening): Frame => {
  const half = { width: viewport.width / 2, height: viewport.height / 2 };
  const first = outer(content?.keepsRatio ? fitted(content, viewport) : (content ?? half), viewport);
  const { width, height } = remembered
    ? {
        width: Math.min(remembered.width, viewport.width),
        height: Math.min(remembered.height, viewport.height),
      }
    : first;
  const room = { x: viewport.width - width, y: viewport.height - height };
  const shift = (nth % MOST_STAGGERED) * STAGGER_PX;
  const { x, y } = content
    ? { x: room.x / 2 + shift, y: room.y / 2.4 + shift }
    : { x: room.x * random.x, y: room.y * random.y };
  return { width, height, x: Math.round(clamp(x, 0, room.x)), y: Math.round(clamp(y, 0, room.y)) };
};

/** Its title stays within reach in a smaller viewport. */
export const reachable = (frame: Frame, viewport: Size): Frame => ({
  width: Math.min(frame.width, Math.max(MIN_WINDOW.width, viewport.width)),
  height: Math.min(frame.height, Math.max(MIN_WINDOW.height, viewport.height)),
  x: clamp(frame.x, 0, Math.max(0, viewport.width - Math.min(frame.width, viewport.width))),
  y: clamp(frame.y, 0, Math.max(0, viewport.height - Math.min(frame.height, viewport.height))),
});

const KEY = 'skyshelf:window-sizes';

type Sizes = Record<string, Size>;

const isSize = (value: unknown): value is Size => {
  const size = value as Partial<Size> | null;
  return (
    typeof size?.width === 'number' && typeof size.height === 'number' && size.width > 0 && size.height > 0
  );
};

/** Unreadable counts as never set. */
const stored = (): Sizes => {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, size]: [string, unknown]) =>
        isSize(size) ? [[name, { width: size.width, height: size.height }]] : [],
      ),
    );
  } catch {
    return {};
  }
};

export const rememberedSize = (viewer: string): Size | null => stored()[viewer] ?? null;

export const rememberSize = (viewer: string, { width, height }: Size): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...stored(), [viewer]: { width, height } }));

/** Excludes the scroll bar. */
export const viewportSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: window.innerHeight,
});

export const useViewport = (): Size => {
  const [viewport, setViewport] = useState(viewportSize);
  useEffect(() => {
    const onResize = (): void => setViewport(viewportSize());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  return viewport;
};

export type Side = 'left' | 'right';
export type SnapZone = Side | 'top';

const EDGE_PX = 10;

export const snapZone = ({ x, y }: Pick<Frame, 'x' | 'y'>, { width }: Size): SnapZone | null => {
  if (x <= EDGE_PX) return 'left';
  if (x >= width - EDGE_PX) return 'right';
  return y <= EDGE_PX ? 'top' : null;
};

export const snappedFrame = (zone: SnapZone, { width, height }: Size): Frame => {
  const half = Math.floor(width / 2);
  if (zone === 'left') return { x: 0, y: 0, width: half, height };
  return zone === 'right' ? { x: half, y: 0, width: width - half, height } : { x: 0, y: 0, width, height };
};
