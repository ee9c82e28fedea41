import type { ElementView } from '@skyshelf/contracts/browser';
import type { RefObject } from 'react';
import { indexOfId } from '../../../shared/listings/listing.js';
import type { useAppStore } from '../../../shared/store/store.js';
import type { ActionContext } from '../actions/action.js';
import { type Geometry, optionId } from '../grid/listing-view.js';
import { clicked, moved, neighbour, type Direction } from '../selection/selection.js';
import { menuOpened } from '../state/overlay-slice.js';
import { selectionSet, selectSelection } from '../state/selection-slice.js';
import { namesOf, TypeAhead } from './type-ahead.js';

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

export class ListingKeys {
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
