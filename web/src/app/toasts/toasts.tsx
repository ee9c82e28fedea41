import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '../../shared/store/hooks.js';
import { text } from '../../shared/messages/en.js';
import { toastGone, type Toast, type Tone, selectToasts } from '../../shared/toasts/toasts-slice.js';
import css from './toasts.module.css';

const SHOWN_MS = 10_000;
const icons: Record<Tone, typeof IconX> = {
  success: IconCircleCheck,
  error: IconCircleX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};

/** One notice; its time stops while the pointer or the focus is on it. */
const ToastCard = ({ toast }: { toast: Toast }) => {
  const dispatch = useAppDispatch();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dispatch(toastGone(toast.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, dispatch]);

  const Icon = icons[toast.tone];
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
      <Icon className={css.icon} size={20} aria-hidden />
      <div className={css.words}>
        <strong>{toast.title}</strong>
        <span>{toast.message}</span>
      </div>
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

export const Toasts = () => {
  const toasts = useAppSelector(selectToasts);
  return (
    <section
      className={css.stack}
      aria-label={text.toast.region}
      aria-live="polite"
      aria-relevant="additions"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
};
