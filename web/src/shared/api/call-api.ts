import { addresses, type Answer, type RouteName } from '@skyshelf/contracts/browser';
import { currentSession } from '../session/current-session.js';
import { forceRelogin } from '../session/relogin.js';
import { addressOf } from './address-of.js';
import { ApiFailure, asksForLogin, toApiError } from './api-error.js';
import type { AnyInput, CallInput } from './call-input.js';
import { repeatWhilePassing } from './repeat-while-passing.js';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The trace of the user's action that this call belongs to. */
  traceparent?: string | undefined;
  /** How often to send it in all while the reason passes (no answer, starting). */
  tries?: number;
}

const headersOf = ({ body, idempotencyKey }: AnyInput, { traceparent }: CallOptions): Headers => {
  const headers = new Headers({ accept: 'application/json' });
  const session = currentSession();
  if (session) headers.set('authorization', `Bearer ${session.accessToken}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (traceparent) headers.set('traceparent', traceparent);
  return headers;
};

const send = async (name: RouteName, input: AnyInput, options: CallOptions): Promise<unknown> => {
  const response = await fetch(addressOf(name, input), {
    method: addresses[name][0],
    headers: headersOf(input, options),
    body: input.body === undefined ? null : JSON.stringify(input.body),
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
 * One call of the API with the session's token; answers the JSON body. What it takes and answers follows from its
 * contract; the server keeps to it, so the answer is not parsed again here.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const callApi = async <Name extends RouteName>(
  name: Name,
  input: CallInput<Name> & AnyInput,
  options: CallOptions = {},
): Promise<Answer<Name>> =>
  (await repeatWhilePassing(() => send(name, input, options), options)) as Answer<Name>;
