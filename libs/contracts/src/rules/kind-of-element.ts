import { shownFileType, fileType } from './file-types.js';
import { shownKinds, type ShownKind, type UsageClass } from './file-type.js';
import { linkKinds } from './link-kinds.js';

export interface KindOfElement {
  /** `folder`, a kind of link, or the media type of a file: the only one with a slash. */
  kind: string;
  extension: string | null;
}

/** By media type, or by extension where the type says little. */
export function shownKindOf({ kind, extension }: KindOfElement): ShownKind {
  if (kind === 'folder') return 'folder';
  return kind.includes('/') ? shownFileType(kind, extension).kind : 'website';
}

/** `Sort by: Kind`: related kinds together, then by extension. */
export function compareKinds(a: KindOfElement, b: KindOfElement): number {
  const places = shownKinds.indexOf(shownKindOf(a)) - shownKinds.indexOf(shownKindOf(b));
  const one = a.extension ?? '';
  const other = b.extension ?? '';
  return places || (one < other ? -1 : one > other ? 1 : 0);
}

const ofLinks = new Map(linkKinds.map(({ name, usage }) => [name, usage]));

/** `kind`: a kind of link, or the media type of a file. */
export const usageClassOf = (kind: string): UsageClass => ofLinks.get(kind) ?? fileType(kind).usage;
