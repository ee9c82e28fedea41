import { useEffect, type RefObject } from 'react';

/** A dock that is no wider shows its bell alone. Pixels. */
const BELL_PX = 40;
const GAP_PX = 16;

/** Says to style sheets how much room the panels of the dock take above what lies below it, so that messages can stand above them. */
export const useDockRoom = (dock: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (!dock.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      style.setProperty('--dock-room', `${width > BELL_PX ? height + GAP_PX : 0}px`);
    });
    observer.observe(dock.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock-room');
    };
  }, [dock]);
};
