import type { ErrorBody, ErrorCode } from '@skyshelf/contracts/browser';

/** A refusal of the server, or `offline` when no answer came. Plain data, so the store can hold it. */
export interface ApiError {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code: ErrorCode | 'offline' | 'unreadable';
  message: string;
  field?: string;
  /** What is wrong with this one thing, besides the message. */
  reason?: string;
  /** How long to wait before the same is sent again, when the server said so. */
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

/** Reads a refusal out of an answer's body; anything else than our own form becomes `unreadable`. */
export const toApiError = (status: number, body: unknown): ApiError => {
  if (!isErrorBody(body)) return { status, code: 'unreadable', message: `The server answered ${status}.` };
  const { code, message, field, reason } = body.error;
  return { status, code, message, ...(field && { field }), ...(reason && { reason }) };
};

/** Whether an answer asks for a fresh login. */
export const asksForLogin = (body: unknown): boolean => {
  const flags = body as Partial<ErrorBody> | null;
  return flags?.reset === true && flags.logout === true;
};

/** No answer, too many requests, a part that is away, busy or starting. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/** Whether the server was not there to answer: no answer, or that of a proxy in its place. */
export const isAway = ({ status, code }: ApiError): boolean =>
  status === 0 || (code === 'unreadable' && status >= 502 && status <= 504);

/** Whether the same request may succeed when it is sent again in a moment. */
export const isPassing = (error: ApiError): boolean => PASSING.has(error.status);

/** Whether the drive was too busy for a command all the time that it was repeated. The same may be sent again. */
export const isDriveBusy = (error: unknown): boolean => isApiError(error) && error.code === 'drive.busy';

export const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'status' in value && 'code' in value && 'message' in value;

/** The header `Retry-After` in seconds; nothing for one that is absent or a date. */
export const retryAfterMs = (header: string | null): { retryAfterMs?: number } => {
  const seconds = Number(header ?? 'none');
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
};
