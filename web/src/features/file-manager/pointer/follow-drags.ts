import type { Area } from '../grid/listing-view.js';

/** A hand that clicks is not quite still. */
const STARTS_AFTER_PX = 6;
/** So near to the top or bottom of the window, the page scrolls along. */
const EDGE_PX = 56;
const FASTEST_PX_A_FRAME = 24;

interface DragFollower {
  startsAt: (target: Element) => boolean;
  started: () => void;
  /** In pixels of the viewport, once a frame. */
  moved: (area: Area, adds: boolean) => void;
  /** @param up false: given up */
  ended: (up: boolean) => void;
}

interface Drag {
  /** Pixels of the page. */
  x: number;
  y: number;
  /** Pixels of the viewport. */
  at: PointerEvent;
  adds: boolean;
  /** Null until it has moved far enough. */
  frame: number | null;
}

/** Pixels in this frame. */
export const edgeSpeed = (y: number, height: number): number => {
  const into = y < EDGE_PX ? y - EDGE_PX : Math.max(0, y - (height - EDGE_PX));
  return Math.sign(into) * Math.min(FASTEST_PX_A_FRAME, Math.ceil(Math.abs(into) / 3));
};

/** Answers how to stop. */
export const followDrags = ({ startsAt, started, moved, ended }: DragFollower): (() => void) => {
  let drag: Drag | null = null;

  const frame = (): void => {
    if (!drag) return;
    window.scrollBy(0, edgeSpeed(drag.at.clientY, innerHeight));
    const x = drag.x - scrollX;
    const y = drag.y - scrollY;
    const { clientX, clientY } = drag.at;
    const left = Math.min(x, clientX);
    const right = Math.max(x, clientX);
    moved({ left, right, top: Math.min(y, clientY), bottom: Math.max(y, clientY) }, drag.adds);
    drag.frame = requestAnimationFrame(frame);
  };
  const end = (up: boolean): void => {
    const was = drag;
    drag = null;
    if (!was || was.frame === null) return;
    cancelAnimationFrame(was.frame);
    document.documentElement.style.removeProperty('user-select');
    ended(up);
    if (up) swallowNextClick();
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0 || !(event.target instanceof Element)) return;
    if (!startsAt(event.target)) return;
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    drag = { x: event.pageX, y: event.pageY, at: event, adds, frame: null };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag) return;
    drag.at = event;
    if (drag.frame !== null) return;
    if (Math.hypot(event.pageX - drag.x, event.pageY - drag.y) < STARTS_AFTER_PX) return;
    document.documentElement.style.userSelect = 'none';
    getSelection()?.removeAllRanges();
    started();
    drag.frame = requestAnimationFrame(frame);
  };
  const onPointerUp = (): void => end(true);
  const onPointerCancel = (): void => end(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !drag || drag.frame === null) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener('pointerdown', onPointerDown, { signal });
  addEventListener('pointermove', onPointerMove, { signal });
  addEventListener('pointerup', onPointerUp, { signal });
  addEventListener('pointercancel', onPointerCancel, { signal });
  addEventListener('keydown', onKeyDown, { signal, capture: true });
  return () => {
    end(false);
    listeners.abort();
  };
};

/** It would clear the selection. */
const swallowNextClick = (): void => {
  const swallow = (event: Event): void => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
};
