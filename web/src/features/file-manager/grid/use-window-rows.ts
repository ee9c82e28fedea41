import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

interface WindowRows {
  containerRef: RefObject<HTMLElement | null>;
  count: number;
  /** Height of each row, its gap included, in pixels. */
  rowHeight: number;
}

/** Below the sticky bars, and with some air. */
const SCROLL_PADDING_PX = 110;

/** Only the rows that can be seen exist; the window itself scrolls. */
export const useWindowRows = ({
  containerRef,
  count,
  rowHeight,
}: WindowRows): Virtualizer<Window, Element> => {
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      const top = containerRef.current?.getBoundingClientRect().top;
      if (top !== undefined) setScrollMargin(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [containerRef]);

  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    scrollMargin,
    overscan: 2,
    scrollPaddingStart: SCROLL_PADDING_PX,
    scrollPaddingEnd: SCROLL_PADDING_PX,
  });
  useLayoutEffect(() => void rows.measure(), [rowHeight, rows]);
  return rows;
};
