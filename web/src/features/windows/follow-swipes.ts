const SWIPE_PX = 48;

/** It moves something of its own: an enlarged picture, a slider, a player's bar. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, media-control-bar, [data-zoomed]') !== null;

/**
 * Answers how to stop.
 * @param swiped 1 for the next, -1 for the previous one
 */
export const followSwipes = (area: HTMLElement, swiped: (step: 1 | -1) => void): (() => void) => {
  let from: { x: number; y: number } | null = null;
  const begin = ({ touches: [touch, second], target }: TouchEvent): void => {
    const isSwipe = touch && !second && !isTaken(target);
    from = isSwipe ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const end = ({ changedTouches: [touch] }: TouchEvent): void => {
    const start = from;
    from = null;
    if (!touch || !start) return;
    const dx = touch.clientX - start.x;
    const dy = touch.clientY - start.y;
    if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy) * 1.5) swiped(dx < 0 ? 1 : -1);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  area.addEventListener('touchstart', begin, { signal, passive: true });
  area.addEventListener('touchend', end, { signal });
  area.addEventListener('touchcancel', () => void (from = null), { signal });
  return () => listeners.abort();
};
