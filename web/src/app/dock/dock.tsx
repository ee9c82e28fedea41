import { type RefObject, useEffect, useRef } from 'react';
import UploadDock from '../../features/uploads/upload-dock.js';
import { notifyOfEnds } from '../../features/notifications/public.js';
import { LongWork } from '../../features/work/long-work.js';
import { text } from '../../shared/messages/en.js';
import css from './dock.module.css';
import { MessageLog } from './message-log.js';

const Dock = () => {
  const dockRef = useRef<HTMLElement>(null);
  useDockRoom(dockRef);
  useEffect(notifyOfEnds, []);
  return (
    <aside ref={dockRef} className={css.dock} aria-label={text.dock.label} data-dock data-keeps-selection>
      <LongWork />
      <UploadDock />
      <MessageLog />
    </aside>
  );
};

export default Dock;

/** Pixels: a dock that is no wider shows its bell alone. */
const BELL_PX = 40;
const GAP_PX = 16;

const useDockRoom = (dock: RefObject<HTMLElement | null>): void => {
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
