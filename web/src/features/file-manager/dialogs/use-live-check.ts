import { useEffect, useRef, useState } from 'react';
import type { FieldErrors, FormFields } from './use-element-form.js';

type Field = keyof FormFields;

/** Who is still typing is not told what is missing yet, milliseconds. */
const PAUSE_MS = 700;

interface LiveCheck {
  /** What is wrong with the fields that have been worked on. */
  problems: FieldErrors;
  typed: (field: Field) => void;
  left: (field: Field) => void;
}

/**
 * Says what is wrong with a field a moment after the last key, or on leaving it; what is right again is so at once.
 * @param problems by the rules, of what the form has now
 * @param filled the fields that were filled in for the user and count as worked on
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
