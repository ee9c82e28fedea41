import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** The last width of what fills the page, and that of the window at that time. */
let known = { window: 0, width: 0 };

/**
 * Width of the content box in pixels of an element that fills the page; 0 before it is known. In a window of the same
 * width it is the width of the last one: so the next folder is drawn before it is laid out.
 */
export const useElementWidth = (ref: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(() => (known.window === innerWidth ? known.width : 0));
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      known = { window: innerWidth, width: element.clientWidth };
      setWidth(known.width);
    };
    if (known.window !== innerWidth) measure();
    // Told at first, too, once the page is laid out, and before it is painted.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};
