import type { Answer, ElementView } from '@skyshelf/contracts/browser';

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

/** It is -1 when the list does not contain the id. Indexed once for each list. */
export const indexOfId = (list: readonly Identified[], id: string): number => {
  let known = places.get(list);
  if (!known) {
    known = new Map(list.map(({ _id }, index) => [_id, index]));
    places.set(list, known);
  }
  return known.get(id) ?? -1;
};

export interface Changes {
  elements: readonly ElementView[];
  removed: readonly string[];
  /** It is absent in a command's answer. */
  version?: number;
}

/** The same object when nothing here is concerned: no redraw. */
export const changedListing = (listing: Listing, changes: Changes): Listing => {
  const here = new Map(
    changes.elements.filter((e) => e.folderId === listing.folderId).map((e) => [e._id, e]),
  );
  const gone = new Set([
    ...changes.removed,
    ...changes.elements.filter((e) => !here.has(e._id)).map((e) => e._id),
  ]);
  const version = Math.max(listing.version, changes.version ?? 0);
  const touched = listing.docs.some((doc) => gone.has(doc._id) || here.has(doc._id));
  if (!touched && here.size === 0) return version === listing.version ? listing : { ...listing, version };

  const docs: ElementView[] = [];
  for (const doc of listing.docs) {
    if (!gone.has(doc._id)) docs.push(here.get(doc._id) ?? doc);
    here.delete(doc._id);
  }
  return { ...listing, version, docs: [...docs, ...here.values()] };
};
