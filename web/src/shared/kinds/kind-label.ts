import type { ElementView } from '@skyshelf/contracts/browser';
import { linkKinds } from '@skyshelf/contracts/rules';
import { text } from '../messages/en.js';
import { kindOf } from './kind-of.js';

const ofLinks = new Map(linkKinds.map(({ name, label }) => [name, label]));

export const kindLabelOf = (element: ElementView): string =>
  ofLinks.get(element.linktype) ?? text.files.kinds[kindOf(element)];
