import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import css from './switch-row.module.css';

interface SwitchRowProps {
  label: string;
  hint?: string;
  on: boolean;
  disabled: boolean;
  onChange: (on: boolean) => Promise<void>;
  children?: ReactNode;
}

/** Off while saving, it gets the focus back. */
export const SwitchRow = ({ label, hint, on, disabled, onChange, children }: SwitchRowProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (disabled || !touched) return;
    setTouched(false);
    if (document.activeElement === document.body) input.current?.focus({ preventScroll: true });
  }, [disabled, touched]);
  const id = useId();
  return (
    <div className={css.row}>
      <label className={css.label} htmlFor={id}>
        {label}
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </label>
      {children}
      <input
        ref={input}
        id={id}
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={hint && `${id}-hint`}
        className={css.switch}
        checked={on}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          void onChange(currentTarget.checked);
          setTouched(true);
        }}
      />
    </div>
  );
};
