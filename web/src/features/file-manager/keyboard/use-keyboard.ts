import { useEffect, useRef, type RefObject } from 'react';
import { useAppStore } from '../../../shared/store/hooks.js';
import { selectActiveWindow } from '../../windows/public.js';
import type { ActionContext } from '../actions/action.js';
import { keyboardActions } from '../actions/registry.js';
import { actionOfKey } from '../actions/shortcut-keys.js';
import type { Geometry } from '../grid/listing-view.js';
import { clicked, moved, neighbour, type Direction } from '../selection/selection.js';
import { selectionCleared, selectionSet, selectSelection } from '../state/selection-slice.js';
import { selectModeSet } from '../state/view-slice.js';
import { selectOverlay } from '../state/overlay-slice.js';

const directions: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** Keys belong to whatever has the focus: a field, a button, a menu, a dialog. The list and the bare page are ours. */
const isOurs = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target === document.body || target.closest('[role="listbox"]') !== null;

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Arrows, Space, Escape, and the keys of the actions, anywhere on the page. */
export const useKeyboard = (context: ActionContext, geometry: RefObject<Geometry | null>): void => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;

  useEffect(() => {
    const move = (direction: Direction, extend: boolean): void => {
      const { elements, dispatch } = latest.current;
      const selection = selectSelection(store.getState());
      const order = elements.map((element) => element._id);
      const to = neighbour(order, selection.active, direction, (id, step) => {
        const across = geometry.current?.across(order.indexOf(id), step) ?? null;
        return across === null ? null : (order[across] ?? null);
      });
      if (to === null) return;
      dispatch(selectionSet(moved(selection, to, extend, order)));
      geometry.current?.reveal(order.indexOf(to));
      document.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true });
    };

    const escape = (): void => {
      // Dialogs and menus have taken Escape before; windows take it in their own layer; then the selection.
      store.dispatch(selectionCleared());
      store.dispatch(selectModeSet(false));
    };

    const toggleActive = (): void => {
      const selection = selectSelection(store.getState());
      if (selection.active === null) return;
      const order = latest.current.elements.map((element) => element._id);
      store.dispatch(
        selectionSet(clicked(selection, selection.active, { toggle: true, range: false }, order)),
      );
    };

    const onKeyDown = (event: KeyboardEvent): void => {
      const overlay = selectOverlay(store.getState());
      if (event.defaultPrevented || overlay.dialog || overlay.menuAt || takesText(event.target)) return;
      if (document.querySelector('[role="menu"]')) return;
      const window = selectActiveWindow(store.getState());
      if (event.key === 'Escape') return window ? undefined : escape();
      if (window && event.key.startsWith('Arrow')) return;
      const ours = isOurs(event.target);
      const direction = directions[event.key];
      const action = actionOfKey(keyboardActions, event);
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (ours && direction && plain) move(direction, event.shiftKey);
      else if (ours && event.key === ' ' && plain && selectSelection(store.getState()).active !== null)
        toggleActive();
      else if (
        action &&
        (ours || action.shortcut?.key !== 'Enter') &&
        action.isEnabled(latest.current) === true
      ) {
        action.run(latest.current);
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [store, geometry]);
};
