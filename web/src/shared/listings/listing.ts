import type { Answer } from '@skyshelf/contracts/browser';

export interface Listing extends Answer<'listFolder'> {
  /** Names the answer this came with. */
  tag?: string | null;
}

/** A version older than any answer. */
export const MUST_LIST_AGAIN = -1;

/** For "still so?": it begins with the version, which changes may have raised since. */
export const tagOf = ({ tag, version }: Listing): string | undefined =>
  tag && version !== MUST_LIST_AGAIN ? tag.replace(/^W\/"\d+-/, `W/"${version}-`) : undefined;

/** The path for people, the id for certainty. */
export interface TargetFolder {
  url: string;
  folderId: string;
}

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
