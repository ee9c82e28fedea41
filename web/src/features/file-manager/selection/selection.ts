import type { ElementView } from '@skyshelf/contracts/browser';
import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import { indexOfId } from '../../../shared/listings/listing.js';
import { type Range, SelectedIds } from './selected-ids.js';
import { folderOpened, queryTyped, sortChosen, tagChosen } from '../state/view-slice.js';
import { rootReducer } from '../../../shared/store/store.js';

export interface Selection {
  ids: SelectedIds;
  /** The element where a Shift range begins. */
  anchor: string | null;
  active: string | null;
}

type Order = readonly ElementView[];

export const noSelection: Selection = { ids: SelectedIds.none, anchor: null, active: null };

export interface ClickKeys {
  /** Ctrl, Cmd, or select mode. */
  toggle: boolean;
  range: boolean;
}

const idAt = (order: Order, place: number): string | null => order[place]?._id ?? null;

/** Includes both ends; only the second when the first is missing. */
const rangeOf = (order: Order, from: string, to: string): Range => {
  const a = indexOfId(order, from);
  const b = indexOfId(order, to);
  return a < 0 ? [b, b + 1] : [Math.min(a, b), Math.max(a, b) + 1];
};

export const only = (id: string, order: Order): Selection => ({
  ids: SelectedIds.of(order, [rangeOf(order, id, id)]),
  anchor: id,
  active: id,
});

export const clicked = (selection: Selection, id: string, keys: ClickKeys, order: Order): Selection => {
  const { anchor } = selection;
  if (keys.range && anchor !== null && indexOfId(order, anchor) >= 0)
    return { ids: selection.ids.in(order).with(rangeOf(order, anchor, id)), anchor, active: id };
  if (!keys.toggle) return only(id, order);
  const ids = selection.ids.in(order);
  const one = rangeOf(order, id, id);
  return { ids: ids.hasAt(one[0]) ? ids.without(one) : ids.with(one), anchor: id, active: id };
};

export const covered = (
  before: Selection,
  ranges: readonly Range[],
  adds: boolean,
  order: Order,
): Selection => {
  const ids = SelectedIds.of(order, ranges);
  const first = ids.ranges[0]?.[0] ?? -1;
  const last = (ids.ranges.at(-1)?.[1] ?? 0) - 1;
  return {
    ids: adds ? before.ids.in(order).with(...ids.ranges) : ids,
    anchor: idAt(order, first) ?? (adds ? before.anchor : null),
    active: idAt(order, last) ?? (adds ? before.active : null),
  };
};

export type Direction = 'left' | 'right' | 'up' | 'down' | 'pageUp' | 'pageDown' | 'first' | 'last';

/** @param vertical the row or page over or under another, which only the layout knows */
export const neighbour = (
  order: Order,
  active: string | null,
  direction: Direction,
  vertical: (at: number, direction: 'up' | 'down' | 'pageUp' | 'pageDown') => number | null,
): number | null => {
  const last = order.length - 1;
  const at = active === null ? -1 : indexOfId(order, active);
  if (last < 0) return null;
  if (direction === 'first' || at < 0) return 0;
  if (direction === 'last') return last;
  if (direction === 'left') return Math.max(0, at - 1);
  if (direction === 'right') return Math.min(last, at + 1);
  return vertical(at, direction) ?? at;
};

export const moved = (selection: Selection, to: string, extend: boolean, order: Order): Selection => {
  if (!extend) return only(to, order);
  const { active } = selection;
  const anchor = selection.anchor ?? active ?? to;
  const ids = selection.ids.in(order);
  // Shift back gives up what Shift took; the rest stays.
  const apart =
    active === null || indexOfId(order, active) < 0 ? ids : ids.without(rangeOf(order, anchor, active));
  return { ids: apart.with(rangeOf(order, anchor, to)), anchor, active: to };
};

export const allSelected = (selection: Selection, order: Order): Selection => ({
  ids: SelectedIds.of(order, [[0, order.length]]),
  anchor: idAt(order, 0),
  active: selection.active ?? idAt(order, 0),
});

/** The same object when nothing changes. */
export const kept = (selection: Selection, order: Order): Selection => {
  const stays = (id: string | null): string | null => (id !== null && indexOfId(order, id) >= 0 ? id : null);
  const anchor = stays(selection.anchor);
  const active = stays(selection.active);
  const ids = selection.ids.size === 0 ? selection.ids : selection.ids.in(order);
  const same = ids === selection.ids && anchor === selection.anchor && active === selection.active;
  return same ? selection : { ids, anchor, active };
};

const slice = createSlice({
  name: 'selection',
  initialState: (): Selection => noSelection,
  reducers: {
    selectionSet: (_, { payload }: PayloadAction<Selection>) => payload,
    selectionCleared: () => noSelection,
    presentChanged: (state, { payload }: PayloadAction<readonly ElementView[]>) => kept(state, payload),
  },
  // After sort, filter and folder change nothing is selected.
  extraReducers: (build) =>
    void build
      .addCase(sortChosen, () => noSelection)
      .addCase(queryTyped, () => noSelection)
      .addCase(tagChosen, () => noSelection)
      .addCase(folderOpened, () => noSelection),
  selectors: { selectSelection: (state) => state },
});

export const { selectionSet, selectionCleared, presentChanged } = slice.actions;

declare module '../../../shared/store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectSelection } = slice.injectInto(rootReducer).selectors;
