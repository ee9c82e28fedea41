import type { ElementView, OpenedShare } from '@skyshelf/contracts/browser';

/** The first thing that the page shows, and the folder that was asked for. */
export type FirstView = { share: OpenedShare; path: string } | { code: string | null; message: string };

declare global {
  interface Window {
    /** The link of the page, by `open-link.ts`. */
    link: { token: string; open(password?: string): Promise<FirstView>; first: Promise<FirstView> };
  }
}

/** The folder of the address: a path stands behind the `#`. */
export const pathOfPage = (): string => {
  try {
    const path = decodeURIComponent(location.hash.slice(1));
    return path.startsWith('/') ? path : '/';
  } catch {
    return '/';
  }
};

export const pathOf = ({ path, linkname }: Pick<ElementView, 'path' | 'linkname'>): string =>
  `${path === '/' ? '' : path}/${linkname}`;

/** Visitors begin here: a folder that is all there is, is shown from its inside. */
export const topOf = ({ top = '' }: OpenedShare): string => `/${top}`;
