import type { ElementView } from '@skyshelf/contracts/browser';
import { sameTags } from '@skyshelf/contracts/rules';

/** What of an element commands change. */
export type Look = Pick<
  ElementView,
  '_id' | 'linkname' | 'linktag' | 'folderId' | 'path' | 'linktype' | 'date'
>;

/** A command that was carried out, with what its inverse needs. */
export type Done =
  | { kind: 'added'; elements: readonly Look[] }
  | { kind: 'edited'; before: Look; after: Look }
  /** The same elements before and after, in the same order. */
  | { kind: 'moved'; before: readonly Look[]; after: readonly Look[] }
  | { kind: 'tagged'; before: readonly Look[]; after: readonly Look[] }
  /** Processes that hold what was deleted. */
  | { kind: 'deleted'; processes: readonly string[] }
  /** A file that took the place of another one, as it came and as it stands now, and the process that holds the other. */
  | { kind: 'replaced'; before: Look; after: Look; process: string };

export interface Undoable {
  id: string;
  done: Done;
  /** When the user began it, in milliseconds since the epoch. */
  at: number;
  /** Version of the drive that shows all of it; null as long as it is not known. */
  version: number | null;
  /** What lay in the folders that were added, as far as that was told. */
  within: readonly Look[];
}

export const lookOf = ({ _id, linkname, linktag, folderId, path, linktype, date }: Look): Look => ({
  ...{ _id, linkname, linktag, folderId, path, linktype, date },
});

/** The elements that a command was about, as it left them. */
export const leftBy = (done: Done): readonly Look[] => {
  switch (done.kind) {
    case 'added':
      return done.elements;
    case 'edited':
    case 'replaced':
      return [done.after];
    case 'moved':
    case 'tagged':
      return done.after;
    case 'deleted':
      return [];
  }
};

export const looksSame = (a: Look, b: Look): boolean =>
  a.linkname === b.linkname && a.folderId === b.folderId && sameTags(a.linktag, b.linktag);

/** Whether an element came with those that lie above it: what one command makes has one date. */
export const cameWith = ({ date }: Pick<Look, 'date'>, made: readonly Look[]): boolean =>
  made.some((one) => one.date === date);

/** Whether an element lies below one of these folders, however deep. */
export const liesIn = ({ path }: Pick<Look, 'path'>, folders: readonly Look[]): boolean =>
  folders.some(
    (folder) => folder.linktype === 'folder' && path.startsWith(`${folder.path}${folder.linkname}/`),
  );
