import { useEffect } from 'react';

const KEY = 'skyshelf:cookies';

export const knowsCookies = (): boolean => localStorage.getItem(KEY) !== null;

export const acceptCookies = (): void => localStorage.setItem(KEY, 'known');

/** The end of the page leaves room for the banner. */
export const useBottomBanner = (shown: boolean): void => {
  useEffect(() => {
    if (!shown) return;
    const { documentElement: root } = document;
    root.toggleAttribute('data-bottom-banner', true);
    return () => root.removeAttribute('data-bottom-banner');
  }, [shown]);
};
