import { type RefObject, useEffect } from 'react';

const KEY = 'skyshelf:cookies';

export const hasAcceptedCookies = (): boolean => localStorage.getItem(KEY) !== null;

export const acceptCookies = (): void => localStorage.setItem(KEY, 'known');

/** The end of the page leaves room for the banner, and so do messages: `--banner-room`, with what is below it. */
export const useBottomBanner = (shown: boolean, banner: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (!shown || !banner.current) return;
    const { documentElement: root } = document;
    root.toggleAttribute('data-bottom-banner', true);
    const observer = new ResizeObserver(([entry]) => {
      const top = entry?.target.getBoundingClientRect().top ?? innerHeight;
      root.style.setProperty('--banner-room', `${Math.max(0, innerHeight - top)}px`);
    });
    observer.observe(banner.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--banner-room');
      root.removeAttribute('data-bottom-banner');
    };
  }, [shown, banner]);
};
