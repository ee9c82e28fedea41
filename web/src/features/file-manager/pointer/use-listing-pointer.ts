import type { ElementView } from '@skyshelf/contracts/browser';
import { useMemo, useRef, type HTMLAttributes, type MouseEvent, type PointerEvent } from 'react';
import { useAppStore } from '../../../app/hooks.js';
import { openElement } from '../actions/open-element.js';
import type { ActionContext } from '../actions/action.js';
import { clicked } from '../selection/selection.js';
import { menuOpened } from '../state/overlay-slice.js';
import { selectionSet } from '../state/selection-slice.js';

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

const idAt = (target: EventTarget): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-id]')?.dataset.id ?? null) : null;

/** One set of handlers for all elements of a listing: click, double click, tap, long press, right click. */
export const useListingPointer = (context: ActionContext): HTMLAttributes<HTMLElement> => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const longPressed = useRef(false);

  return useMemo(() => {
    const elementAt = (target: EventTarget): ElementView | undefined => {
      const id = idAt(target);
      return id === null ? undefined : latest.current.elements.find((element) => element._id === id);
    };
    const select = (id: string, keys: { toggle: boolean; range: boolean }): void => {
      const order = latest.current.elements.map((element) => element._id);
      store.dispatch(selectionSet(clicked(store.getState().selection, id, keys, order)));
    };
    const openMenu = (target: EventTarget, x: number, y: number): void => {
      const element = elementAt(target);
      if (element && !store.getState().selection.ids.includes(element._id))
        select(element._id, { toggle: false, range: false });
      store.dispatch(menuOpened({ x, y }));
    };
    const endPress = (): void => {
      clearTimeout(press.current?.timer);
      press.current = null;
    };

    return {
      onClick(event: MouseEvent) {
        const element = elementAt(event.target);
        if (!element || longPressed.current) return;
        const { selectMode } = latest.current;
        const touch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        const { ids } = store.getState().selection;
        const again = touch && !selectMode && ids.length === 1 && ids[0] === element._id;
        if (again) openElement(element, latest.current);
        else
          select(element._id, {
            toggle: event.ctrlKey || event.metaKey || selectMode,
            range: event.shiftKey,
          });
      },
      onDoubleClick(event: MouseEvent) {
        const element = elementAt(event.target);
        const touch = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
        const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !latest.current.selectMode;
        if (element && plain && !touch) openElement(element, latest.current);
      },
      onContextMenu(event: MouseEvent) {
        event.preventDefault();
        endPress();
        if (!longPressed.current) openMenu(event.target, event.clientX, event.clientY);
      },
      onPointerDown(event: PointerEvent) {
        longPressed.current = false;
        if (event.pointerType !== 'touch') return;
        const { target, clientX: x, clientY: y } = event;
        const fire = (): void => {
          longPressed.current = true;
          openMenu(target, x, y);
        };
        press.current = { timer: setTimeout(fire, LONG_PRESS_MS), x, y };
      },
      onPointerMove(event: PointerEvent) {
        const from = press.current;
        if (from && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) endPress();
      },
      onPointerUp: endPress,
      onPointerCancel: endPress,
    };
  }, [store]);
};
