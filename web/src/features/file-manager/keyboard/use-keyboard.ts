import { type RefObject, useEffect, useRef } from 'react';
import { useAppStore } from '../../../shared/store/store.js';
import { selectActiveWindow } from '../../windows/public.js';
import type { ActionContext } from '../actions/action.js';
import { keyboardActions } from '../actions/registry.js';
import { actionOfKey } from '../actions/shortcut-keys.js';
import type { Geometry } from '../grid/listing-view.js';
import { selectionCleared } from '../state/selection-slice.js';
import { selectModeSet } from '../state/view-slice.js';
import { selectCovered } from '../state/overlay-slice.js';
import { ListingKeys } from './listing-keys.js';

export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Not those of a field, a button, a menu, a dialog. */
const isOurs = (target: EventTarget | null): boolean =>
  !(target instanceof Element) ||
  target === document.body ||
  (target.closest('[data-elements]') !== null && target.closest('button') === null);

/** Marked text is copied as text. */
const textIsMarked = (): boolean => getSelection()?.isCollapsed === false;

export const useKeyboard = (context: ActionContext, geometry: RefObject<Geometry | null>): void => {
  const store = useAppStore();
  const latest = useRef(context);
  latest.current = context;

  useEffect(() => {
    const listing = new ListingKeys(store, latest, geometry);

    const escape = (): void => {
      // Dialogs, menus and windows have taken Escape before.
      store.dispatch(selectionCleared());
      store.dispatch(selectModeSet(false));
    };

    const act = (event: KeyboardEvent, ours: boolean): boolean => {
      const action = actionOfKey(keyboardActions, event);
      // Only the paste event shows other programs' content.
      if (action?.name === 'paste') return false;
      if (!action || (!ours && action.shortcut?.key === 'Enter')) return false;
      if ((action.name === 'copy' || action.name === 'cut') && textIsMarked()) return false;
      if (action.isEnabled(latest.current) !== true) return false;
      action.run(latest.current);
      return true;
    };

    // A dialog that Escape has just closed was there when it was pressed.
    let covered = false;
    const onPress = (): void => {
      covered = selectCovered(store.getState()) || document.querySelector('[role="menu"]') !== null;
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (covered || event.defaultPrevented || event.isComposing || takesText(event.target)) return;
      const window = selectActiveWindow(store.getState());
      if (event.key === 'Escape') return window ? undefined : escape();
      if (window && event.key.startsWith('Arrow')) return;
      const ours = isOurs(event.target);
      // Actions' keys before letters of a name; a space within a name before all.
      if ((ours && listing.move(event)) || act(event, ours) || (ours && listing.type(event)))
        event.preventDefault();
    };
    // Captured before a dialog hears it and closes.
    window.addEventListener('keydown', onPress, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onPress, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [store, geometry]);
};
