interface Identified {
  readonly _id: string;
}

const places = new WeakMap<readonly Identified[], Map<string, number>>();

/** Where an element stands in a list, -1 for nowhere. A list is gone through once, however often it is asked. */
export const placeOf = (list: readonly Identified[], id: string): number => {
  let known = places.get(list);
  if (!known) {
    known = new Map(list.map(({ _id }, index) => [_id, index]));
    places.set(list, known);
  }
  return known.get(id) ?? -1;
};
