import type { ElementView } from '@skyshelf/contracts/browser';
import { kindIcons } from './kind-icons.js';
import { kindOf } from './kind-of.js';

/** A kind of link may have a picture of its own, `icons/links/<name>.svg`. */
const linkIcons = import.meta.glob<string>('./icons/links/*.svg', {
  eager: true,
  import: 'default',
});

/** Address of the picture of an element's kind. */
export const kindIconOf = (element: ElementView): string =>
  linkIcons[`./icons/links/${element.linktype}.svg`] ?? kindIcons[kindOf(element)];
