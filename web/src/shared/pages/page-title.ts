import { useEffect } from 'react';
import { text } from '../messages/en.js';

/** Of the browser's tab, while the page is shown. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${text.product}`;
    return () => void (document.title = text.product);
  }, [title]);
};
