import { shownFileType } from './file-types.js';
import { shownKinds, type ShownKind } from './shown-kinds.js';

/** What an element's kind is told by. */
export interface KindOfElement {
  /** `folder`, a kind of link, or the media type of a file: the only one with a slash. */
  kind: string;
  extension: string | null;
}

/** What an element is for the eye: files by their media type, or by their extension where the type says little. */
export function shownKindOf({ kind, extension }: KindOfElement): ShownKind {
  if (kind === 'folder') return 'folder';
  return kind.includes('/') ? shownFileType(kind, extension).kind : 'website';
}

/** The order of `Sort by: Kind`: related kinds stand together, in them equal extensions. */
export function compareKinds(a: KindOfElement, b: KindOfElement): number {
  const places = shownKinds.indexOf(shownKindOf(a)) - shownKinds.indexOf(shownKindOf(b));
  const [one, other] = [a.extension ?? '', b.extension ?? ''];
  return places || (one < other ? -1 : one > other ? 1 : 0);
}
