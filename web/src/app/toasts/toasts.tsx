import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { selectToasts, type Toast, toastGone, type Tone } from '../../shared/toasts/toasts-slice.js';
import { text } from '../../shared/messages/en.js';
import { logError } from '../../shared/log-error.js';
import { useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import css from './toasts.module.css';

const unreadable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign words could turn the text around them. */
export const readable = (words: string): string => words.replace(unreadable, '');

type ToastPosition = 'bottom' | 'top';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Finds where a box of this size covers the fewest controls; the bottom if no place is better.
 * @param margins pixels to the edges of the viewport
 */
export const clearPosition = (
  { width, height }: { width: number; height: number },
  viewport: { height: number },
  controls: readonly Box[],
  margins: { side: number; top: number; bottom: number },
): ToastPosition => {
  const left = margins.side;
  const right = margins.side + width;
  const lower = { left, right, top: viewport.height - margins.bottom - height, bottom: viewport.height };
  const upper = { left, right, top: margins.top, bottom: margins.top + height };
  const covered = (box: Box): number => controls.filter((control) => overlap(box, control)).length;
  return covered(upper) < covered(lower) ? 'top' : 'bottom';
};

const CONTROLS = ['button', 'input', 'video', 'media-controller', 'iframe', '[role="slider"]']
  .flatMap((control) =>
    ['[data-window]', 'dialog:modal', 'nav[data-taskbar]'].map((area) => `${area} ${control}`),
  )
  .join(', ');

const controlBoxes = (): Box[] =>
  [...document.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);

const icons = {
  success: IconCircleCheck,
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
} satisfies Record<Tone, unknown>;

export const ToneIcon = ({
  tone,
  className,
  size = 20,
}: {
  tone: Tone;
  className?: string | undefined;
  size?: number;
}) => {
  const Icon = icons[tone];
  return <Icon className={className} size={size} aria-hidden />;
};

const loadUndo = () => import('../../features/undo/undo.js');

export const UndoButton = ({
  toast: { undo, message },
  className,
}: {
  toast: Toast;
  className?: string | undefined;
}) => {
  const dispatch = useAppDispatch();
  if (undo === undefined) return null;
  return (
    <button
      type="button"
      className={className}
      aria-label={text.toast.undoOf(message)}
      onClick={() =>
        void loadUndo()
          .then((module) => dispatch(module.undo(undo)))
          .catch((failure: unknown) => logError('Undoing failed', failure))
      }
    >
      {text.toast.undo}
    </button>
  );
};

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
        <span className="soft">{readable(toast.message)}</span>
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

/** Toasts appear above everything else and cover no control of a window. */
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
