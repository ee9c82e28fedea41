import type { SerializedError } from '@reduxjs/toolkit';
import { limits, messages } from '@skyshelf/contracts/browser';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import {
  type ConfiguredHosts,
  hostsOf,
  type LinkKind,
  linkKinds,
  matchLink,
  withScheme,
} from '@skyshelf/contracts/rules';
import { useAppDispatch } from '../../../shared/store/store.js';
import { text } from '../../../shared/messages/en.js';
import { type ApiError, isApiError, isDriveBusy } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/call-input.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { logError } from '../../../shared/log-error.js';

const TYPING_PAUSE_MS = 500;

/** Null when there is none. */
export type ProposeName = (fields: FormFields) => Promise<string | null>;

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
    const timer = url === '' ? undefined : setTimeout(() => void ask(), TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [url, kind, setFields]);
};

type Field = keyof FormFields;

/** Milliseconds of rest before something is missing. */
const PAUSE_MS = 700;

interface LiveCheck {
  problems: FieldErrors;
  typed: (field: Field) => void;
  left: (field: Field) => void;
}

/**
 * Checks a field after a pause in typing or on leaving it; a corrected field is cleared at once.
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

export interface FormFields {
  name: string;
  url: string;
  tags: string[];
  /** Null: guessed by the address. */
  kind?: string | null;
}
export type FieldErrors = Partial<Record<keyof FormFields, string | undefined>>;
/** Errors by field; `drive-busy`: the same may be sent again. */
export type Submitted = 'done' | 'drive-busy' | FieldErrors;

export const tagsProblem = (tags: readonly string[]): string | undefined =>
  tags.length > limits.maxTags
    ? text.dialogs.tooManyTags
    : tags.some((tag) => tag.length > limits.maxTagCharacters)
      ? text.dialogs.tagTooLong
      : undefined;

export const hasErrors = (errors: FieldErrors): boolean =>
  Object.values(errors).some((error) => error !== undefined);

const fieldOf = ({ code, field }: ApiError): keyof FormFields | null => {
  if (code.startsWith('name.')) return 'name';
  if (/^(?:url|video|playlist)\./.test(code)) return 'url';
  if (field?.includes('linktag')) return 'tags';
  return null;
};

/** The same key for the same content: a lost answer makes no second folder. */
export const useIntention = (): ((content: unknown) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const present = JSON.stringify(content);
    if (last.current.content !== present) last.current = { content: present, key: newKey() };
    return last.current.key;
  };
};

export const useRefusal = (): ((error: ApiError | SerializedError) => Submitted) => {
  const dispatch = useAppDispatch();
  return (error) => {
    logError('The element could not be saved', error);
    if (isDriveBusy(error)) return 'drive-busy';
    const field = isApiError(error) ? fieldOf(error) : null;
    if (isApiError(error) && field) return { [field]: error.message };
    const known =
      isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== 'input.invalid';
    const full = isApiError(error) && error.code === 'space.exceeded';
    dispatch(toast.error(known || full ? error.message : text.dialogs.someError));
    return {};
  };
};

interface SubmissionOptions {
  close: () => void;
  submit: (fields: FormFields) => Promise<Submitted>;
  refused: () => void;
}

interface Submission {
  errors: FieldErrors;
  /** The drive stayed busy: the same may be sent again. */
  driveBusy: boolean;
  sending: boolean;
  send: (fields: FormFields) => Promise<void>;
  fieldChanged: (field: keyof FormFields) => void;
}

export const useSubmission = ({ close, submit, refused }: SubmissionOptions): Submission => {
  const dispatch = useAppDispatch();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [driveBusy, setDriveBusy] = useState(false);
  const [sending, setSending] = useState(false);
  const send = async (fields: FormFields): Promise<void> => {
    if (sending) return;
    setSending(true);
    const result = await submit(fields);
    if (result === 'done') return close();
    setSending(false);
    setDriveBusy(result === 'drive-busy');
    const found = result === 'drive-busy' ? {} : result;
    setErrors(found);
    // The specification has this one as a message too.
    if (found.name === messages.nameExists) dispatch(toast.error(messages.nameExists));
    refused();
  };
  const fieldChanged = (field: keyof FormFields): void => {
    setErrors((before) => ({ ...before, [field]: undefined }));
    setDriveBusy(false);
  };
  return { errors, driveBusy, sending, send, fieldChanged };
};

/** Without hosts that the operator names, those that everyone has. */
export const offeredKinds = (configured: ConfiguredHosts = {}): readonly LinkKind[] =>
  linkKinds.filter((kind) => hostsOf(kind, configured)?.length !== 0);

export const guessKind = (typed: string, configured: ConfiguredHosts = {}): string => {
  const address = withScheme(typed);
  if (!URL.canParse(address)) return 'website';
  const url = new URL(address);
  const ofProviders = offeredKinds(configured).filter(({ hosts }) => hosts !== null);
  return ofProviders.find((kind) => matchLink(kind, url, configured) !== null)?.name ?? 'website';
};

export const kindLabel = (kind: LinkKind, configured: ConfiguredHosts = {}): string =>
  kind.hosts === 'configured' ? `${kind.label} (${configured[kind.name]?.join(', ')})` : kind.label;
