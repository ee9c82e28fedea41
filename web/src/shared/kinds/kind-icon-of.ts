import type { ElementView } from '@skyshelf/contracts/browser';
import { kindIcons } from './kind-icons.js';
import { kindOf } from './kind-of.js';

/** `icons/links/<name>.svg`, where there is one. */
const linkIcons = import.meta.glob<string>('./icons/links/*.svg', {
  eager: true,
  import: 'default',
});

export const kindIconOf = (element: ElementView): string =>
  linkIcons[`./icons/links/${element.linktype}.svg`] ?? kindIcons[kindOf(element)];
