import type { Changes, Listing } from './listing.js';
import { isFolder } from '../kinds/kind-of.js';

/** Paths as `/Trips/`. */
interface MovedFolder {
  from: string;
  to: string;
}

/** Compares with held listings; a listing as new as the changes is already correct. */
export const movedFolders = (
  held: readonly { url: string; listing: Listing }[],
  { elements, version = Infinity }: Changes,
): MovedFolder[] => {
  const paths = new Map(
    elements.filter(isFolder).map(({ _id, path, linkname }) => [_id, `${path}${linkname}/`]),
  );
  if (paths.size === 0) return [];
  const moves = new Map<string, string>();
  const was = (id: string, from: string): void => {
    const to = paths.get(id);
    if (to !== undefined && to !== from) moves.set(from, to);
  };
  for (const { url, listing } of held) {
    if (listing.version >= version) continue;
    was(listing.folderId, url);
    for (const { _id, linkname } of listing.docs) was(_id, `${url}${linkname}/`);
  }
  return [...moves].map(([from, to]) => ({ from, to }));
};

export const pathAfter = (folder: string, moves: readonly MovedFolder[]): string => {
  // The innermost move counts.
  const [innermost] = moves
    .filter(({ from }) => folder.startsWith(from))
    .toSorted((a, b) => b.from.length - a.from.length);
  return innermost ? innermost.to + folder.slice(innermost.from.length) : folder;
};

type Listener = (moves: readonly MovedFolder[]) => void;
const listeners = new Set<Listener>();

/** Answers how to stop. */
export const onMovedFolders = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const notifyMovedFolders: Listener = (moves) => {
  for (const listener of listeners) listener(moves);
};
