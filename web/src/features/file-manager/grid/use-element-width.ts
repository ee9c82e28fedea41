import { useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** The last width of what fills the page, and that of the window at that time. */
let known = { window: 0, width: 0 };

/**
 * Content width in pixels; 0 before it is known. Kept for a window of the same width: the next folder is drawn
 * before layout.
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
    // Called at first too, after layout, before paint.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
};
