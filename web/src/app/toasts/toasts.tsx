import { IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { readable } from '../../shared/format/readable.js';
import { text } from '../../shared/messages/en.js';
import { toastGone, type Toast, selectToasts } from '../../shared/toasts/toasts-slice.js';
import { clearPosition, controlBoxes, type ToastPosition } from './clear-position.js';
import css from './toasts.module.css';
import { ToneIcon } from './tone-icon.js';
import { UndoButton } from './undo-button.js';

const SHOWN_MS = 10_000;
/** Pixels; the header stays free. */
const MARGINS = { side: 20, top: 76, bottom: 20 };

const ToastCard = ({ toast }: { toast: Toast }) => {
  const dispatch = useAppDispatch();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dispatch(toastGone(toast.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, dispatch]);

  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) };
  return (
    <div
      className={css.card}
      data-tone={toast.tone}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      {...hold}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToneIcon tone={toast.tone} className={css.icon} />
      <div className={css.words}>
        <strong>{toast.title}</strong>
        <span>{readable(toast.message)}</span>
      </div>
      <UndoButton toast={toast} className={css.undo} />
      <button
        type="button"
        className={css.close}
        aria-label={text.toast.dismiss}
        onClick={() => dispatch(toastGone(toast.id))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
};

/** Above all that is open; covers no control of a window. */
export const Toasts = () => {
  const toasts = useAppSelector(selectToasts);
  const stackRef = useRef<HTMLElement>(null);
  const [position, setPosition] = useState<ToastPosition>('bottom');
  useLayoutEffect(() => {
    const stack = stackRef.current;
    if (!stack) return;
    // The last one shown is topmost: a modal viewer comes above it.
    const isBelow =
      document.querySelector('dialog:modal') !== null && !stack.contains(document.activeElement);
    if (isBelow && stack.matches(':popover-open')) stack.hidePopover();
    if (!stack.matches(':popover-open')) stack.showPopover();
    if (toasts.length === 0) return;
    const { width, height } = stack.getBoundingClientRect();
    setPosition(clearPosition({ width, height }, { height: innerHeight }, controlBoxes(), MARGINS));
  }, [toasts]);
  return createPortal(
    <section
      ref={stackRef}
      popover="manual"
      className={css.stack}
      data-position={position}
      data-messages
      data-keeps-selection
      aria-label={text.toast.region}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    document.body,
  );
};
