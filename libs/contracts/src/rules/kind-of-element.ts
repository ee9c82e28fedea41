import { shownFileType, fileType } from './file-types.js';
import { shownKinds, type ShownKind, type UsageClass } from './file-type.js';
import { linkKinds } from './link-kinds.js';

export interface KindOfElement {
  /** It is `folder`, a kind of link, or a media type, the only one with a slash. */
  kind: string;
  extension: string | null;
}

/** Decides by the extension if the type is too general. */
export function shownKindOf({ kind, extension }: KindOfElement): ShownKind {
  if (kind === 'folder') return 'folder';
  return kind.includes('/') ? shownFileType(kind, extension).kind : 'website';
}

/** Related kinds together, then by extension. */
export function compareKinds(a: KindOfElement, b: KindOfElement): number {
  const places = shownKinds.indexOf(shownKindOf(a)) - shownKinds.indexOf(shownKindOf(b));
  const one = a.extension ?? '';
  const other = b.extension ?? '';
  return places || (one < other ? -1 : one > other ? 1 : 0);
}

const ofLinks = new Map(linkKinds.map(({ name, usage }) => [name, usage]));

/** The `kind` is that of a link, or a media type. */
export const usageClassOf = (kind: string): UsageClass => ofLinks.get(kind) ?? fileType(kind).usage;
