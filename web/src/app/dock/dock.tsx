import { useEffect, useRef } from 'react';
import UploadDock from '../../features/uploads/upload-dock.js';
import { notifyOfEnds } from '../../features/notifications/public.js';
import { LongWork } from '../../features/work/long-work.js';
import { text } from '../../shared/messages/en.js';
import css from './dock.module.css';
import { MessageLog } from './message-log.js';
import { useDockRoom } from './use-dock-room.js';

/** What goes on besides the page, at the bottom right, wherever one goes: uploads, long work of the server, the last messages. */
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
