import { edgeSpeed } from '../pointer/use-listing-pointer.js';

/** A shorter way is a click. */
const STARTS_AFTER_PX = 6;

export interface DragPoint {
  /** Unit: pixels of the viewport. */
  x: number;
  y: number;
  /** The user holds Ctrl or Cmd, or Option on a Mac. */
  copies: boolean;
}

interface ElementDragFollower {
  mayStart: (tile: HTMLElement) => boolean;
  begun: (tile: HTMLElement, data: DataTransfer) => void;
  moved: (point: DragPoint) => void;
  left: () => void;
  /** @param dropped false: given up, or dropped elsewhere */
  ended: (dropped: boolean) => void;
}

interface Drag {
  tile: HTMLElement;
  x: number;
  y: number;
  /** Is null outside of the page. */
  at: DragPoint | null;
  over: EventTarget | null;
  far: boolean;
  frame: number;
}

const tileAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-elements] [data-id]') : null;

const pointOf = ({ clientX, clientY, ctrlKey, metaKey, altKey }: DragEvent): DragPoint => ({
  x: clientX,
  y: clientY,
  copies: ctrlKey || metaKey || altKey,
});

/**
 * The browser's own drags can leave the page; fingers scroll and press long instead.
 * @param ghost the browser's picture under the pointer; our own badge says what happens
 */
export const followElementDrags = (follower: ElementDragFollower, ghost: HTMLElement): (() => void) => {
  let drag: Drag | null = null;

  const frame = (): void => {
    if (!drag) return;
    drag.frame = requestAnimationFrame(frame);
    if (!drag.at || !(drag.far ||= isFar(drag, drag.at))) return;
    window.scrollBy(0, edgeSpeed(drag.at.y, innerHeight));
    follower.moved(drag.at);
  };
  const end = (dropped: boolean): void => {
    const was = drag;
    drag = null;
    if (!was) return;
    cancelAnimationFrame(was.frame);
    was.tile.removeEventListener('dragend', onDragEnd);
    if (was.far && dropped && was.at) follower.moved(was.at);
    follower.ended(was.far && dropped);
  };
  const pointerdown = ({ target, pointerType }: PointerEvent): void => {
    // No pointer event comes during a drag: its end was lost with its tile.
    end(false);
    const tile = tileAt(target);
    if (tile) tile.draggable = pointerType !== 'touch' && follower.mayStart(tile);
  };
  const dragstart = (event: DragEvent): void => {
    const tile = tileAt(event.target);
    if (!tile || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'all';
    event.dataTransfer.setDragImage(ghost, 0, 0);
    follower.begun(tile, event.dataTransfer);
    const at = pointOf(event);
    drag = { tile, x: at.x, y: at.y, at, over: null, far: false, frame: requestAnimationFrame(frame) };
    // Also heard when the tile is removed.
    tile.addEventListener('dragend', onDragEnd);
  };
  const dragover = (event: DragEvent): void => {
    if (!drag) return;
    claim(event);
    Object.assign(drag, { at: pointOf(event), over: event.target });
    if (event.dataTransfer) event.dataTransfer.dropEffect = event.ctrlKey || event.altKey ? 'copy' : 'move';
  };
  const dragleave = ({ relatedTarget }: DragEvent): void => {
    if (!drag || relatedTarget !== null) return;
    Object.assign(drag, { at: null, far: true });
    follower.left();
  };
  const drop = (event: DragEvent): void => {
    if (!drag) return;
    claim(event);
    drag.at = pointOf(event);
    drag.far ||= isFar(drag, drag.at);
    const { far, tile } = drag;
    end(true);
    if (!far) click(tile, event);
  };
  const onDragEnd = (event: DragEvent): void => end(isDropUnheard(event, drag));

  const stop = listenOnWindow({ pointerdown, dragstart, dragover, dragleave, drop });
  return () => {
    end(false);
    stop();
  };
};

/** The page hears of no drop when what was under the pointer is removed: a folder has just opened. */
const isDropUnheard = ({ dataTransfer }: DragEvent, drag: Drag | null): boolean =>
  dataTransfer?.dropEffect !== 'none' &&
  Boolean(drag?.at) &&
  drag?.over instanceof Element &&
  !drag.over.isConnected;

const isFar = ({ x, y }: Drag, at: DragPoint): boolean => Math.hypot(at.x - x, at.y - y) >= STARTS_AFTER_PX;

/** No part of the page takes it for something from elsewhere. */
const claim = (event: DragEvent): void => {
  event.stopPropagation();
  event.preventDefault();
};

type DragListeners = Record<'dragstart' | 'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void> & {
  pointerdown: (event: PointerEvent) => void;
};

const listenOnWindow = (heard: DragListeners): (() => void) => {
  const listeners = new AbortController();
  const options = { signal: listeners.signal, capture: true };
  addEventListener('pointerdown', heard.pointerdown, options);
  addEventListener('dragstart', heard.dragstart, options);
  addEventListener('dragover', heard.dragover, options);
  addEventListener('dragleave', heard.dragleave, options);
  addEventListener('drop', heard.drop, options);
  return () => listeners.abort();
};

const click = (tile: HTMLElement, { ctrlKey, metaKey, shiftKey, clientX, clientY }: DragEvent): void =>
  void tile.dispatchEvent(
    new PointerEvent('click', {
      bubbles: true,
      cancelable: true,
      pointerType: 'mouse',
      ctrlKey,
      metaKey,
      shiftKey,
      clientX,
      clientY,
    }),
  );
