import { useEffect, useRef, useState } from 'react';
import type { FieldErrors, FormFields } from './use-element-form.js';

type Field = keyof FormFields;

/** Milliseconds of rest before something is missing. */
const PAUSE_MS = 700;

interface LiveCheck {
  problems: FieldErrors;
  typed: (field: Field) => void;
  left: (field: Field) => void;
}

/**
 * A moment after the last key or on leaving a field; what is right again at once.
 * @param problems of the fields as they are
 * @param filled fields filled in for the user
 */
export const useLiveCheck = (problems: FieldErrors, filled: readonly Field[]): LiveCheck => {
  const [shown, setShown] = useState<ReadonlySet<Field>>(() => new Set(filled));
  const timers = useRef(new Map<Field, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const show = (field: Field): void => setShown((before) => new Set(before).add(field));
  const typed = (field: Field): void => {
    clearTimeout(timers.current.get(field));
    timers.current.set(
      field,
      setTimeout(() => show(field), PAUSE_MS),
    );
  };
  const left = (field: Field): void => {
    if (timers.current.has(field)) show(field);
  };
  const shownProblems = Object.fromEntries(
    Object.entries(problems).filter(([field]) => shown.has(field as Field)),
  );
  return { problems: shownProblems, typed, left };
};
