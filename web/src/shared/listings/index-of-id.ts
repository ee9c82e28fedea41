interface Identified {
  readonly _id: string;
}

const places = new WeakMap<readonly Identified[], Map<string, number>>();

/** -1 for nowhere. Indexed once for each list. */
export const indexOfId = (list: readonly Identified[], id: string): number => {
  let known = places.get(list);
  if (!known) {
    known = new Map(list.map(({ _id }, index) => [_id, index]));
    places.set(list, known);
  }
  return known.get(id) ?? -1;
};
