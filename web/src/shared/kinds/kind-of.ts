import type { ElementView } from '@skyshelf/contracts/browser';
import { shownKindOf, type ShownKind } from '@skyshelf/contracts/rules';

/** What an element is for the eye: decides icon, viewer and the order of "Kind". */
export type Kind = ShownKind;

export const kindOf = ({ linktype, extension }: Pick<ElementView, 'linktype' | 'extension'>): Kind =>
  shownKindOf({ kind: linktype, extension });

export const isFolder = (element: Pick<ElementView, 'linktype'>): boolean => element.linktype === 'folder';
/** Links and folders have none. */
export const isFile = (element: Pick<ElementView, 'source'>): boolean => element.source !== null;
