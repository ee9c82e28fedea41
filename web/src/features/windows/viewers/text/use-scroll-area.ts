import { useCallback, useEffect, useRef, useState, type RefCallback } from 'react';

interface ScrollArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

const SPARE_ROWS = 12;

export const useScrollArea = () => {
  const boxRef = useRef<HTMLElement | null>(null);
  const [area, setArea] = useState<ScrollArea>({ left: 0, top: 0, width: 0, height: 0 });
  const read = useCallback(() => {
    const box = boxRef.current;
    if (!box) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = box;
    setArea((before) =>
      before.left === left && before.top === top && before.width === width && before.height === height
        ? before
        : { left, top, width, height },
    );
  }, []);
  const watch: RefCallback<HTMLElement> = useCallback(
    (box) => {
      if (!box) return;
      boxRef.current = box;
      const sizes = new ResizeObserver(read);
      sizes.observe(box);
      box.addEventListener('scroll', read, { passive: true });
      return () => {
        boxRef.current = null;
        sizes.disconnect();
        box.removeEventListener('scroll', read);
      };
    },
    [read],
  );
  return { area, boxRef, watch };
};

interface RowRange {
  from: number;
  /** The range ends before it. */
  to: number;
}

export const visibleRows = ({ top, height }: ScrollArea, rowPx: number, count: number): RowRange => ({
  from: Math.max(0, Math.min(count, Math.floor(top / rowPx) - SPARE_ROWS)),
  to: Math.min(count, Math.ceil((top + height) / rowPx) + SPARE_ROWS),
});

export const useRowInSight = (
  boxRef: { readonly current: HTMLElement | null },
  row: number,
  rowPx: number,
): void =>
  useEffect(() => {
    const box = boxRef.current;
    if (!box || row < 0) return;
    const top = row * rowPx;
    const isInSight = top >= box.scrollTop && top + 3 * rowPx <= box.scrollTop + box.clientHeight;
    if (!isInSight) box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  }, [boxRef, row, rowPx]);
