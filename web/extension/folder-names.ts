import { texts } from './texts.js';

export const shownFolder = (path: string): string =>
  path.split('/').filter(Boolean).join(' / ') || texts.save.root;

export const pageOfFolder = (path: string): string =>
  `allfiles${path.split('/').map(encodeURIComponent).join('/')}`;
