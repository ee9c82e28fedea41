import type { ElementView } from '@skyshelf/contracts/browser';
import type { Listing } from './listing.js';

export interface Changes {
  elements: readonly ElementView[];
  removed: readonly string[];
  /** Absent in a command's answer. */
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
