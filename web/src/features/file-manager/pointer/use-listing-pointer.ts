import {
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useMemo,
  useRef,
} from 'react';
import type { ElementView } from '@skyshelf/contracts/browser';
import { indexOfId } from '../../../shared/listings/listing.js';
import { useAppStore } from '../../../shared/store/store.js';
import type { ActionContext } from '../actions/action.js';
import { openElement } from '../actions/open-element.js';
import {
  clicked,
  type ClickKeys,
  selectionCleared,
  selectionSet,
  selectSelection,
} from '../selection/selection.js';
import { menuOpened, selectOverlay } from '../state/overlay-slice.js';
import type { Area } from '../grid/listing-view.js';

const LONG_PRESS_MS = 500;
/** Further is scrolling. */
const STILL_PX = 10;

interface LongPress {
  handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
  >;
  /** It stays true until the next touch, so that the click and context menu after a long press are ignored. */
  happened: RefObject<boolean>;
  /** Ends the long press, because something else handles this touch. */
  end: () => void;
}

/** Not all browsers have a context menu on touch. */
const useLongPress = (pressed: (target: EventTarget, x: number, y: number) => void): LongPress => {
  const latest = useRef(pressed);
  latest.current = pressed;
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const happened = useRef(false);
  return useMemo(() => {
    const end = (): void => {
      clearTimeout(press.current?.timer);
      press.current = null;
    };
    const onPointerDown = (event: ReactPointerEvent): void => {
      happened.current = false;
      if (event.pointerType !== 'touch') return;
      const { target, clientX: x, clientY: y } = event;
      const fire = (): void => {
        happened.current = true;
        latest.current(target, x, y);
      };
      press.current = { timer: setTimeout(fire, LONG_PRESS_MS), x, y };
    };
    const onPointerMove = (event: ReactPointerEvent): void => {
      const from = press.current;
      if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) end();
    };
    return {
      handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
      happened,
      end,
    };
  }, []);
};

const isTouch = (event: MouseEvent): boolean => (event.nativeEvent as PointerEvent).pointerType === 'touch';

export const useListingPointer = (context: ActionContext): HTMLAttributes<HTMLElement> => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;

  const elementAt = (target: EventTarget): ElementView | undefined => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset.id : undefined;
    const { elements } = latest.current;
    return id === undefined ? undefined : elements[indexOfId(elements, id)];
  };
  const select = (id: string, keys: ClickKeys): void => {
    const { elements } = latest.current;
    store.dispatch(selectionSet(clicked(selectSelection(store.getState()), id, keys, elements)));
  };
  const openMenu = (target: EventTarget, x: number, y: number): void => {
    const element = elementAt(target);
    const isSelected = element && selectSelection(store.getState()).ids.has(element._id);
    if (element && !isSelected) select(element._id, { toggle: false, range: false });
    // The menu of the empty page concerns the page.
    if (!element) store.dispatch(selectionCleared());
    store.dispatch(menuOpened({ x, y }));
  };
  const { handlers, happened, end } = useLongPress(openMenu);

  const onClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    if (!element || happened.current) return;
    const { selectMode } = latest.current;
    const { ids } = selectSelection(store.getState());
    // A tap selects, a second one opens.
    const again = isTouch(event) && !selectMode && ids.size === 1 && ids.has(element._id);
    if (again) openElement(element, latest.current);
    else select(element._id, { toggle: event.ctrlKey || event.metaKey || selectMode, range: event.shiftKey });
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const element = elementAt(event.target);
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !latest.current.selectMode;
    if (element && plain && !isTouch(event)) openElement(element, latest.current);
  };
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    end();
    // The menu key has been answered, at the element.
    const byKey = selectOverlay(store.getState()).menuAt !== null && event.button !== 2;
    if (!happened.current && !byKey) openMenu(event.target, event.clientX, event.clientY);
  };
  return { ...handlers, onClick, onDoubleClick, onContextMenu };
};

/** A hand that clicks is not quite still. */
const STARTS_AFTER_PX = 6;
/** The page scrolls while the pointer is this close to the top or bottom of the window. */
const EDGE_PX = 56;
const FASTEST_PX_A_FRAME = 24;

interface DragFollower {
  startsAt: (target: Element) => boolean;
  started: () => void;
  /** It is called once a frame with pixels of the viewport. */
  moved: (area: Area, adds: boolean) => void;
  /** @param up false: given up */
  ended: (up: boolean) => void;
}

interface Drag {
  /** Unit: pixels of the page. */
  x: number;
  y: number;
  /** Unit: pixels of the viewport. */
  at: PointerEvent;
  adds: boolean;
  /** Null until it has moved far enough. */
  frame: number | null;
}

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
