import type { ElementView, OpenedShare } from '@skyshelf/contracts/browser';
import type { Listed } from './share-calls.js';

/** A listed folder of a link. */
export interface ListedFolder extends Listed {
  path: string;
}

/** The first thing that the page shows. `folder` is null where the link lists none, or could not do so now. */
export type FirstView =
  | { share: OpenedShare; folder: ListedFolder | null }
  | { code: string | null; message: string };

declare global {
  interface Window {
    /** The link of the page, by `open-link.ts`. */
    link: { token: string; open(password?: string): Promise<FirstView>; first: Promise<FirstView> };
  }
}

/** The folder of the address: a path stands behind the `#`. */
export const pathOfPage = (): string => {
  try {
    return decodeURIComponent(location.hash.slice(1)) || '/';
  } catch {
    return '/';
  }
};

export const pathOf = ({ path, linkname }: Pick<ElementView, 'path' | 'linkname'>): string =>
  `${path === '/' ? '' : path}/${linkname}`;

/** Visitors begin here: a folder that is all there is, is shown from its inside. */
export const topOf = ({ top = '' }: OpenedShare): string => `/${top}`;
