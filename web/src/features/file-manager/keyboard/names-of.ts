import type { ElementView } from '@skyshelf/contracts/browser';
import { foldedName } from '../listing/visible-elements.js';
import type { Names } from './type-ahead.js';

/** Most names differ in their first character, before they are folded. */
export const namesOf = (elements: readonly ElementView[]): Names => ({
  count: elements.length,
  startsWith: (at, prefix) => {
    const element = elements[at];
    if (!element) return false;
    const first = element.linkname.charAt(0);
    const isPlain = first < '\u0080';
    return (!isPlain || first.toLowerCase() === prefix.charAt(0)) && foldedName(element).startsWith(prefix);
  },
});
