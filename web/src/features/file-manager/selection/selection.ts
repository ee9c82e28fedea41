/** What is selected in the listing, by ids; plain arrays, so the store can hold it. */
export interface Selection {
  ids: readonly string[];
  /** Where a range begins. */
  anchor: string | null;
  /** Where the keyboard is. */
  active: string | null;
}

export const noSelection: Selection = { ids: [], anchor: null, active: null };

export interface ClickKeys {
  /** Ctrl, Cmd, or select mode. */
  toggle: boolean;
  /** Shift. */
  range: boolean;
}

const rangeOf = (order: readonly string[], from: string, to: string): string[] => {
  const [a, b] = [order.indexOf(from), order.indexOf(to)];
  return a < 0 || b < 0 ? [to] : order.slice(Math.min(a, b), Math.max(a, b) + 1);
};

/** A click (or Space) on an element: selects one, toggles one, or adds the range from the anchor. */
export const clicked = (
  selection: Selection,
  id: string,
  keys: ClickKeys,
  order: readonly string[],
): Selection => {
  if (keys.range && selection.anchor !== null) {
    const range = rangeOf(order, selection.anchor, id);
    const ids = keys.toggle ? [...new Set([...selection.ids, ...range])] : range;
    return { ids, anchor: selection.anchor, active: id };
  }
  if (!keys.toggle) return { ids: [id], anchor: id, active: id };
  const had = selection.ids.includes(id);
  return {
    ids: had ? selection.ids.filter((other) => other !== id) : [...selection.ids, id],
    anchor: id,
    active: id,
  };
};

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/**
 * The element an arrow key leads to. `above` and `below` say which element stands over and under another one, because
 * only the layout knows. From nowhere, every arrow leads to the first.
 */
export const neighbour = (
  order: readonly string[],
  active: string | null,
  direction: Direction,
  vertical: (id: string, step: -1 | 1) => string | null,
): string | null => {
  const at = active === null ? -1 : order.indexOf(active);
  if (direction === 'first' || at < 0) return order[0] ?? null;
  if (direction === 'last') return order.at(-1) ?? null;
  if (direction === 'left') return order[Math.max(0, at - 1)] ?? null;
  if (direction === 'right') return order[Math.min(order.length - 1, at + 1)] ?? null;
  return vertical(order[at] ?? '', direction === 'up' ? -1 : 1) ?? active;
};

/** An arrow key: moves, or with Shift extends from the anchor. */
export const moved = (
  selection: Selection,
  to: string,
  extend: boolean,
  order: readonly string[],
): Selection => {
  if (!extend) return { ids: [to], anchor: to, active: to };
  const anchor = selection.anchor ?? selection.active ?? to;
  return { ids: rangeOf(order, anchor, to), anchor, active: to };
};

export const allSelected = (selection: Selection, order: readonly string[]): Selection => ({
  ids: order,
  anchor: order[0] ?? null,
  active: selection.active ?? order[0] ?? null,
});

/** What is left of a selection when only these elements are there. Same object when nothing changed. */
export const kept = (selection: Selection, present: ReadonlySet<string>): Selection => {
  const ids = selection.ids.filter((id) => present.has(id));
  const stays = (id: string | null): string | null => (id !== null && present.has(id) ? id : null);
  const [anchor, active] = [stays(selection.anchor), stays(selection.active)];
  const same =
    ids.length === selection.ids.length && anchor === selection.anchor && active === selection.active;
  return same ? selection : { ids, anchor, active };
};
