import {
  addresses,
  type Answer,
  type Body,
  type CommandName,
  type RouteName,
} from '@skyshelf/contracts/browser';
import { addressOf } from '../src/shared/api/call-input.js';
import { toApiError, type ApiError } from '../src/shared/api/api-error.js';
import { home } from './browser-api.js';
import { connection } from './stored.js';
import { texts } from './texts.js';

const TIMEOUT_MS = 20_000;

export class CallFailure extends Error {
  constructor(
    readonly reason: 'not connected' | 'offline' | 'refused',
    message: string,
    readonly error?: ApiError,
  ) {
    super(message);
  }
}

interface Input<Name extends RouteName> {
  body?: Body<Name>;
  idempotencyKey?: Name extends CommandName ? string : never;
}

/**
 * The token goes in a header: no cookie takes part.
 * @throws {CallFailure}
 */
export async function callServer<Name extends RouteName>(
  name: Name,
  input: Input<Name> = {},
): Promise<Answer<Name>> {
  const session = await connection.read();
  if (!session) throw new CallFailure('not connected', texts.connect.ended);
  const authorization = `Bearer ${session.accessToken}`;
  const response = await send(name, input, { authorization });
  if (response.status === 401) {
    await connection.remove();
    throw new CallFailure('not connected', texts.connect.ended);
  }
  return answerOf(response);
}

/** @throws {CallFailure} */
export const openSession = async (code: string, verifier: string): Promise<Answer<'openExtensionSession'>> =>
  answerOf(await send('openExtensionSession', { body: { code, verifier } }, {}));

async function send<Name extends RouteName>(
  name: Name,
  { body, idempotencyKey }: Input<Name>,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(new URL(addressOf(name), home), {
    method: addresses[name][0],
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new CallFailure('offline', texts.offline(new URL(home).host));
  });
}

async function answerOf<Shape>(response: Response): Promise<Shape> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Shape;
  const error = toApiError(response.status, body);
  throw new CallFailure('refused', error.message, error);
}
