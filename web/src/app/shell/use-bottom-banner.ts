import { useEffect } from 'react';

/** Says to style sheets that a banner stands at the bottom of the window: the end of the page leaves room for it. */
export const useBottomBanner = (shown: boolean): void => {
  useEffect(() => {
    if (!shown) return;
    const { documentElement: root } = document;
    root.toggleAttribute('data-bottom-banner', true);
    return () => root.removeAttribute('data-bottom-banner');
  }, [shown]);
};
