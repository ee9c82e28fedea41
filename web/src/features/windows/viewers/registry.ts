import type { ElementView } from '@skyshelf/contracts/browser';
import { kindIconOf } from '../../../shared/kinds/kind-icon-of.js';
import { kindOf } from '../../../shared/kinds/kind-of.js';
import { NoPreview } from './no-preview.js';
import { noInitialSize, viewer, type ViewerEntry } from './viewer-entry.js';

/** Every viewer there is. A new one is a file next to this and an entry here. */
export const viewers: readonly ViewerEntry[] = [
  viewer({
    kinds: ['image'],
    load: () => import('./image-viewer.js'),
    initialSize: ({ width, height }) => (width && height ? { width, height } : null),
    turnsToSiblings: true,
  }),
];

const noPreview: ViewerEntry = {
  kinds: [],
  Component: NoPreview,
  preload: () => undefined,
  titleIcon: kindIconOf,
  initialSize: noInitialSize,
  turnsToSiblings: false,
};

/** The viewer of an element's kind; the one that offers a download when there is none. */
export const viewerOf = (element: ElementView): ViewerEntry => {
  const kind = kindOf(element);
  return viewers.find(({ kinds }) => kinds.includes(kind)) ?? noPreview;
};
