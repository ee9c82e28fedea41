import type { ErrorBody, ErrorCode } from '@skyshelf/contracts/browser';

/** The code `offline` means that no answer came. Plain data, for the store. */
export interface ApiError {
  /** 0 when no answer came. */
  status: number;
  code: ErrorCode | 'offline' | 'unreadable';
  message: string;
  field?: string;
  /** The reason for this one element, besides the message. */
  reason?: string;
  /** The server's `Retry-After`. */
  retryAfterMs?: number;
}

/** Thrown by calls outside the store. */
export class ApiFailure extends Error {
  constructor(readonly error: ApiError) {
    super(error.message);
    this.name = 'ApiFailure';
  }
}

const isErrorBody = (body: unknown): body is ErrorBody => {
  const error = (body as Partial<ErrorBody> | null)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
};

/** Falls back to `unreadable`. */
export const toApiError = (status: number, body: unknown): ApiError => {
  if (!isErrorBody(body)) return { status, code: 'unreadable', message: `The server answered ${status}.` };
  const { code, message, field, reason } = body.error;
  return { status, code, message, ...(field && { field }), ...(reason && { reason }) };
};

export const asksForLogin = (body: unknown): boolean => {
  const flags = body as Partial<ErrorBody> | null;
  return flags?.reset === true && flags.logout === true;
};

/** No answer, too many requests, away, busy or starting. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/** No answer came, or a proxy gave it. */
export const isUnreachable = ({ status, code }: ApiError): boolean =>
  status === 0 || (code === 'unreadable' && status >= 502 && status <= 504);

export const isPassing = (error: ApiError): boolean => PASSING.has(error.status);

/** The same may be sent again. */
export const isDriveBusy = (error: unknown): boolean => isApiError(error) && error.code === 'drive.busy';

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'status' in value && 'code' in value && 'message' in value;

/** Unit: seconds; nothing when absent or a date. */
export const retryAfterMs = (header: string | null): { retryAfterMs?: number } => {
  const seconds = Number(header ?? 'none');
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
};
