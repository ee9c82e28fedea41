import type { ElementView } from '@skyshelf/contracts/browser';
import { type RefObject, useEffect, useRef } from 'react';
import { indexOfId } from '../../../shared/listings/listing.js';
import { useAppStore } from '../../../shared/store/store.js';
import { type ActionContext, actionOfKey } from '../actions/action.js';
import { type Geometry, optionId } from '../grid/listing-view.js';
import {
  clicked,
  type Direction,
  moved,
  neighbour,
  selectionCleared,
  selectionSet,
  selectSelection,
} from '../selection/selection.js';
import { menuOpened, selectCovered } from '../state/overlay-slice.js';
import { namesOf, TypeAhead } from './type-ahead.js';
import { selectActiveWindow } from '../../windows/public.js';
import { keyboardActions } from '../actions/registry.js';
import { selectModeSet } from '../state/view-slice.js';

const directions: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
  Home: 'first',
  End: 'last',
};

class ListingKeys {
  /** The event's clock: a busy page comes to it later. */
  #pressedAt = 0;
  readonly #typing = new TypeAhead(() => this.#pressedAt);

  constructor(
    private readonly store: ReturnType<typeof useAppStore>,
    private readonly context: RefObject<ActionContext>,
    private readonly geometry: RefObject<Geometry | null>,
  ) {}

  move(event: KeyboardEvent): boolean {
    this.#pressedAt = event.timeStamp;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return this.#openMenu();
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const direction = directions[event.key];
    if (direction) return this.#go(direction, event.shiftKey);
    if (event.key !== ' ') return false;
    return this.#typing.typing ? this.type(event) : this.#toggle();
  }

  type({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent): boolean {
    this.#pressedAt = timeStamp;
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
    if (key === ' ' && !this.#typing.typing) return false;
    const order = this.#order;
    const { active } = this.#selection;
    const to = this.#typing.next(key, namesOf(order), active === null ? -1 : indexOfId(order, active));
    if (to !== null) this.#land(to, false);
    return true;
  }

  get #selection() {
    return selectSelection(this.store.getState());
  }
  get #order(): readonly ElementView[] {
    return this.context.current.elements;
  }

  #go(direction: Direction, extend: boolean): boolean {
    this.#typing.end();
    const order = this.#order;
    const to = neighbour(order, this.#selection.active, direction, (at, where) => {
      const step = where === 'up' || where === 'pageUp' ? -1 : 1;
      const page = where === 'pageUp' || where === 'pageDown';
      const across = page
        ? this.geometry.current?.pageAcross(at, step)
        : this.geometry.current?.across(at, step);
      return across ?? null;
    });
    if (to !== null) this.#land(to, extend);
    return true;
  }

  #land(at: number, extend: boolean): void {
    const order = this.#order;
    const id = order[at]?._id;
    if (id === undefined) return;
    this.store.dispatch(selectionSet(moved(this.#selection, id, extend, order)));
    this.geometry.current?.reveal(at);
    document.querySelector<HTMLElement>('[data-elements]')?.focus({ preventScroll: true });
  }

  #toggle(): boolean {
    const { active } = this.#selection;
    if (active === null) return false;
    const keys = { toggle: true, range: false };
    this.store.dispatch(selectionSet(clicked(this.#selection, active, keys, this.#order)));
    return true;
  }

  #openMenu(): boolean {
    const { active, ids } = this.#selection;
    const at = active !== null && ids.has(active) ? active : ids.list[ids.ranges[0]?.[0] ?? -1]?._id;
    const on = document.getElementById(optionId(at ?? ''));
    const place = (on ?? document.querySelector('[data-elements]'))?.getBoundingClientRect();
    if (!place) return false;
    const x = on ? place.left + Math.min(place.width / 2, 160) : place.left + place.width / 2;
    const y = Math.min(Math.max(place.top + 24, 60), innerHeight - 60);
    this.store.dispatch(menuOpened({ x, y }));
    return true;
  }
}

export const acceptsText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Ignores keys that a field, a button, a menu or a dialog handles. */
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
      if (covered || event.defaultPrevented || event.isComposing || acceptsText(event.target)) return;
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
