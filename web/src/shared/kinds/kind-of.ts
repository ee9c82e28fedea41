import type { ElementView } from '@skyshelf/contracts/browser';
import { linkKinds, type ShownKind, shownKindOf } from '@skyshelf/contracts/rules';
import { text } from '../messages/en.js';

/** The kind that a user sees: decides icon, viewer and the order of "Kind". */
export type Kind = ShownKind;

export const kindOf = ({ linktype, extension }: Pick<ElementView, 'linktype' | 'extension'>): Kind =>
  shownKindOf({ kind: linktype, extension });

export const isFolder = (element: Pick<ElementView, 'linktype'>): boolean => element.linktype === 'folder';
/** Links and folders have none. */
export const isFile = (element: Pick<ElementView, 'source'>): boolean => element.source !== null;

const ofLinks = new Map(linkKinds.map(({ name, label }) => [name, label]));

export const kindLabelOf = (element: ElementView): string =>
  ofLinks.get(element.linktype) ?? text.files.kinds[kindOf(element)];
