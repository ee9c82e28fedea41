import type { ElementView } from '@skyshelf/contracts/browser';
import { type ShownKind, shownKindOf } from '@skyshelf/contracts/kinds';

/** The kind that a user sees: decides icon, viewer and the order of "Kind". */
export type Kind = ShownKind;

export const kindOf = ({ linktype, extension }: Pick<ElementView, 'linktype' | 'extension'>): Kind =>
  shownKindOf({ kind: linktype, extension });

export const isFolder = (element: Pick<ElementView, 'linktype'>): boolean => element.linktype === 'folder';
/** Links and folders have none. */
export const isFile = (element: Pick<ElementView, 'source'>): boolean => element.source !== null;
