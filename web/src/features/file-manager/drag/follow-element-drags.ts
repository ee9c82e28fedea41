import { edgeSpeed } from '../pointer/follow-drags.js';

/** A hand that clicks is not quite still: a shorter way is a click. */
const STARTS_AFTER_PX = 6;

export interface DragPoint {
  /** In pixels of the viewport. */
  x: number;
  y: number;
  /** Ctrl, Cmd, or Option on a Mac is down. */
  copies: boolean;
}

export interface ElementDragFollower {
  /** Whether this tile or line may be dragged. */
  mayStart: (tile: HTMLElement) => boolean;
  /** Says what another program would get. */
  begun: (tile: HTMLElement, data: DataTransfer) => void;
  /** Called once a frame, from the moment that it is no click. */
  moved: (point: DragPoint) => void;
  /** The pointer has left the page. */
  left: () => void;
  /** @param dropped false: it was given up, or dropped elsewhere */
  ended: (dropped: boolean) => void;
}

interface Drag {
  tile: HTMLElement;
  x: number;
  y: number;
  /** Null while the pointer is outside of the page. */
  at: DragPoint | null;
  /** What was under the pointer then. */
  over: EventTarget | null;
  /** It has moved far enough. */
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
 * Follows drags of elements with the mouse. They are the browser's own, so that they can leave the page; fingers scroll
 * and press long instead. Answers how to stop.
 * @param ghost what stands under the pointer while something is dragged; our own badge says what happens
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
    // No event of the pointer comes during a drag: one that is still known has lost its end with its tile.
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
    // Also heard when the tile is drawn no more.
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

/**
 * A drop goes to what was under the pointer last: when that is drawn no more, because a folder has just opened, the
 * page does not hear of it.
 */
const isDropUnheard = ({ dataTransfer }: DragEvent, drag: Drag | null): boolean =>
  dataTransfer?.dropEffect !== 'none' &&
  Boolean(drag?.at) &&
  drag?.over instanceof Element &&
  !drag.over.isConnected;

const isFar = ({ x, y }: Drag, at: DragPoint): boolean => Math.hypot(at.x - x, at.y - y) >= STARTS_AFTER_PX;

/** What is dragged is ours: no part of the page takes it for something that comes from elsewhere. */
const claim = (event: DragEvent): void => {
  event.stopPropagation();
  event.preventDefault();
};

type DragListeners = Record<'dragstart' | 'dragover' | 'dragleave' | 'drop', (event: DragEvent) => void> & {
  pointerdown: (event: PointerEvent) => void;
};

/** Before any other part of the page. Answers how to stop. */
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

/** The click that the browser took for a drag. */
const click = (tile: HTMLElement, { ctrlKey, metaKey, shiftKey, clientX, clientY }: DragEvent): void =>
  void tile.dispatchEvent(
    new PointerEvent('click', {
      bubbles: true,
      cancelable: true,
      pointerType: 'mouse',
      ...{ ctrlKey, metaKey, shiftKey, clientX, clientY },
    }),
  );
