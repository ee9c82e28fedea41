import type { ElementView } from '@skyshelf/contracts/browser';
import { type FileType, isFramed, linkKinds, shownFileType } from '@skyshelf/contracts/rules';
import { viewer, type ViewerEntry } from './viewer-entry.js';

const files =
  (name: NonNullable<FileType['viewer']>) =>
  ({ linktype, extension }: ElementView): boolean =>
    linktype.includes('/') && shownFileType(linktype, extension).viewer === name;

/** One a kind, so that each turns to its own siblings. */
const framed = linkKinds
  .filter(({ name }) => isFramed(name))
  .map(({ name, windowSize = null }) =>
    viewer({
      name,
      shows: ({ linktype }) => linktype === name,
      load: () => import('./link-viewer.js'),
      initialSize: () => windowSize,
    }),
  );

export const viewers: readonly ViewerEntry[] = [
  viewer({
    name: 'image',
    shows: files('image'),
    load: () => import('./image-viewer.js'),
    initialSize: ({ width, height }) => (width && height ? { width, height, keepsRatio: true } : null),
  }),
  viewer({ name: 'video', shows: files('video'), load: () => import('./video-viewer.js') }),
  viewer({ name: 'audio', shows: files('audio'), load: () => import('./audio-viewer.js') }),
  viewer({
    name: 'pdf',
    shows: files('pdf'),
    load: () => import('./pdf-viewer.js'),
    initialSize: () => ({ width: 965, height: 1177 }),
  }),
  viewer({
    name: 'markdown',
    shows: files('markdown'),
    load: () => import('./markdown-viewer.js'),
    initialSize: () => ({ width: 965, height: 1177 }),
  }),
  viewer({
    name: 'table',
    shows: files('table'),
    load: () => import('./table-viewer.js'),
    initialSize: () => ({ width: 1200, height: 800 }),
  }),
  viewer({
    name: 'code',
    shows: files('code'),
    load: () => import('./code-viewer.js'),
    initialSize: () => ({ width: 965, height: 1177 }),
  }),
  viewer({
    name: 'news',
    shows: (element) => element.linktype === 'news' || files('news')(element),
    load: () => import('./news-viewer.js'),
    turnsToSiblings: false,
  }),
  ...framed,
];

const noPreview = viewer({
  name: 'none',
  shows: () => true,
  load: () => import('./placeholders.js'),
  turnsToSiblings: false,
});

export const viewerOf = (element: ElementView): ViewerEntry =>
  viewers.find(({ shows }) => shows(element)) ?? noPreview;

export const opensInWindow = ({ linktype }: ElementView): boolean =>
  linktype.includes('/') || isFramed(linktype);
