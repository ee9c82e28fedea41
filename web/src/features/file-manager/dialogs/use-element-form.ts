import type { SerializedError } from '@reduxjs/toolkit';
import { limits } from '@skyshelf/contracts/browser';
import { useRef } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { isApiError, isDriveBusy, type ApiError } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/idempotency-key.js';
import { toast } from '../../../shared/toasts/toast.js';
import { report } from '../../../shared/report.js';

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

/** Tags that the server would refuse. */
export const tagsProblem = (tags: readonly string[]): string | undefined =>
  tags.length > limits.maxTags
    ? text.dialogs.tooManyTags
    : tags.some((tag) => tag.length > limits.maxTagCharacters)
      ? text.dialogs.tagTooLong
      : undefined;

export const hasErrors = (errors: FieldErrors): boolean =>
  Object.values(errors).some((error) => error !== undefined);

/** The field that a refusal of the server belongs to. */
export const fieldOf = ({ code, field }: ApiError): keyof FormFields | null => {
  if (code.startsWith('name.')) return 'name';
  if (/^(?:url|video|playlist)\./.test(code)) return 'url';
  if (field?.includes('linktag')) return 'tags';
  return null;
};

/** The idempotency key: the same for the same content, so that a lost answer makes no second folder. */
export const useIntention = (): ((content: unknown) => string) => {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const present = JSON.stringify(content);
    if (last.current.content !== present) last.current = { content: present, key: newKey() };
    return last.current.key;
  };
};

/** Shows a refusal where it belongs: at its field, above the buttons, or as a message. */
export const useRefusal = (): ((error: ApiError | SerializedError) => Submitted) => {
  const dispatch = useAppDispatch();
  return (error) => {
    report('The element could not be saved', error);
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
