import { currentSession } from '../session/current-session.js';
import { forceRelogin } from '../session/relogin.js';
import { ApiFailure, asksForLogin, isPassing, toApiError } from './api-error.js';
import { pauseBeforeTry } from './backoff.js';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** The name of the intention; the same one over all tries, so the command happens once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The trace of the user's action that this call belongs to. */
  traceparent?: string | undefined;
  /** How often to send it in all while the reason passes (no answer, busy, starting). */
  tries?: number;
}

const headersOf = (options: CallOptions): Headers => {
  const headers = new Headers({ accept: 'application/json' });
  const session = currentSession();
  if (session) headers.set('authorization', `Bearer ${session.accessToken}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey);
  if (options.traceparent) headers.set('traceparent', options.traceparent);
  return headers;
};

const send = async (path: string, options: CallOptions): Promise<unknown> => {
  const response = await fetch(path, {
    method: options.method ?? 'POST',
    headers: headersOf(options),
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal ?? null,
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    throw new ApiFailure({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  });
  const body: unknown = await response.json().catch(() => null);
  if (asksForLogin(body)) forceRelogin();
  if (!response.ok) throw new ApiFailure(toApiError(response.status, body));
  return body;
};

/**
 * One call of the API with the session's token; answers the JSON body.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const callApi = async <Shape>(path: string, options: CallOptions = {}): Promise<Shape> => {
  const tries = options.tries ?? 3;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await send(path, options)) as Shape;
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !isPassing(failure.error) || attempt >= tries) throw failure;
      await pauseBeforeTry(attempt, options.signal);
    }
  }
};
