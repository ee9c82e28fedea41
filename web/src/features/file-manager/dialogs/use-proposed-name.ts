import { useEffect, useRef, type Dispatch, type SetStateAction } from 'react';
import type { FormFields } from './use-element-form.js';

/** Milliseconds. */
const PAUSE_MS = 500;

/** Null when there is none. */
export type ProposeName = (fields: FormFields) => Promise<string | null>;

/** Unless the user has typed one. */
export const useProposedName = (
  propose: ProposeName | undefined,
  fields: FormFields,
  setFields: Dispatch<SetStateAction<FormFields>>,
): void => {
  const latest = useRef({ propose, fields });
  latest.current = { propose, fields };
  const proposed = useRef('');
  const { url, kind } = fields;
  useEffect(() => {
    let current = true;
    const isFree = (): boolean => ['', proposed.current].includes(latest.current.fields.name);
    const ask = async (): Promise<void> => {
      if (!isFree()) return;
      const name = await latest.current.propose?.(latest.current.fields);
      if (!current || !name || !isFree()) return;
      proposed.current = name;
      setFields((before) => ({ ...before, name }));
    };
    const timer = url === '' ? undefined : setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [url, kind, setFields]);
};
