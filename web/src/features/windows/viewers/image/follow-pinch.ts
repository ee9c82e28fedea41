import { movedBy, zoomedBy, type Zoom } from './zoom.js';

interface Fingers {
  /** Pixels between two fingers; 0 of one. */
  apart: number;
  /** Viewport pixels. */
  x: number;
  y: number;
}

const fingersOf = ({ touches: [one, two] }: TouchEvent): Fingers | null =>
  one
    ? {
        apart: two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0,
        x: (one.clientX + (two ?? one).clientX) / 2,
        y: (one.clientY + (two ?? one).clientY) / 2,
      }
    : null;

/** Answers how to stop. */
export const followPinch = (
  frame: HTMLElement,
  change: (update: (last: Zoom) => Zoom) => void,
): (() => void) => {
  let last: Fingers | null = null;
  const begin = (event: TouchEvent): void => void (last = fingersOf(event));
  const move = (event: TouchEvent): void => {
    const from = last;
    const to = fingersOf(event);
    last = to;
    if (!from || !to || (to.apart === 0 && frame.dataset.zoomed === undefined)) return;
    event.preventDefault();
    const box = frame.getBoundingClientRect();
    const at = { x: from.x - box.left - box.width / 2, y: from.y - box.top - box.height / 2 };
    const factor = from.apart > 0 && to.apart > 0 ? to.apart / from.apart : 1;
    change((zoom) => movedBy(zoomedBy(zoom, factor, at, box), to.x - from.x, to.y - from.y, box));
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  frame.addEventListener('touchstart', begin, { signal, passive: true });
  frame.addEventListener('touchmove', move, { signal, passive: false });
  frame.addEventListener('touchend', begin, { signal });
  frame.addEventListener('touchcancel', begin, { signal });
  return () => listeners.abort();
};
