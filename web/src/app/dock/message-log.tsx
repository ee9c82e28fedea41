import { IconBell, IconX } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { formatTime } from '../../shared/format/dates-and-sizes.js';
import { text } from '../../shared/messages/en.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { logCleared, selectToastLog, type Toast, toastsRead } from '../../shared/toasts/toasts-slice.js';
import { ToneIcon, UndoButton } from '../toasts/toasts.js';
import css from './dock.module.css';

const Line = ({ toast }: { toast: Toast }) => (
  <li className={css.line} data-tone={toast.tone}>
    <ToneIcon tone={toast.tone} size={18} />
    <div className={css.words}>
      <span>{toast.message}</span>
      <time dateTime={new Date(toast.at).toISOString()}>{formatTime(toast.at)}</time>
    </div>
    <UndoButton toast={toast} />
  </li>
);

interface BellProps {
  ref: Ref<HTMLButtonElement>;
  count: number;
  onClick: () => void;
}

const Bell = ({ ref, count, onClick }: BellProps) => (
  <button
    ref={ref}
    type="button"
    className={css.bell}
    aria-label={text.dock.openMessages(count)}
    onClick={onClick}
  >
    <IconBell size={20} stroke={1.75} aria-hidden />
  </button>
);

export const MessageLog = () => {
  const dispatch = useAppDispatch();
  const log = useAppSelector(selectToastLog);
  const [open, setOpen] = useState(false);
  const closeRef = useRef<HTMLButtonElement>(null);
  const bellRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open) closeRef.current?.focus();
    else if (wasOpen.current) bellRef.current?.focus();
    wasOpen.current = open;
  }, [open]);

  if (!open) {
    const read = (): void => {
      setOpen(true);
      dispatch(toastsRead());
    };
    return log.length > 0 && <Bell ref={bellRef} count={log.length} onClick={read} />;
  }
  return (
    <section
      className={css.panel}
      aria-label={text.dock.messages}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setOpen(false);
      }}
    >
      <div className={css.head}>
        <strong>{text.dock.messages}</strong>
        {log.length > 0 && (
          <button type="button" onClick={() => dispatch(logCleared())}>
            {text.dock.clearMessages}
          </button>
        )}
        <button
          ref={closeRef}
          type="button"
          aria-label={text.dock.closeMessages}
          onClick={() => setOpen(false)}
        >
          <IconX size={18} aria-hidden />
        </button>
      </div>
      <ul className={css.lines}>
        {log.length === 0 && <li className={css.line}>{text.dock.noMessages}</li>}
        {log.toReversed().map((toast) => (
          <Line key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
};
