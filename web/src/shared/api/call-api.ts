import {
  addresses,
  type Answer,
  messages,
  type RouteName,
  type VisitorCall,
} from '@skyshelf/contracts/browser';
import { isReachable, recheckConnection } from '../connection/connection.js';
import { logError } from '../log-error.js';
import { currentSession, forceRelogin } from '../session/current-session.js';
import { below, isVisit } from '../session/visit.js';
import { addressOf, type AnyInput, type CallInput } from './call-input.js';
import { ApiFailure, asksForLogin, isUnreachable, retryAfterMs, toApiError } from './api-error.js';
import { isAnswer, notUnderstood } from './check-answer.js';
import { repeatWhilePassing } from './repeat-while-passing.js';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  traceparent?: string | undefined;
  /** In all, while the reason passes. */
  tries?: number;
  /** No user waits: 429 costs no try. */
  inBackground?: boolean;
}

interface TaggedAnswer<Name extends RouteName> {
  answer: Answer<Name>;
  tag: string | null;
}

interface Sent extends CallOptions {
  /** The server sends nothing when it would be the same. */
  knownTag?: string | undefined;
}

interface Received {
  body: unknown;
  tag: string | null;
  /** The held listing is still the answer. */
  known: boolean;
}

const NOT_MODIFIED = 304;

const headersOf = ({ body, idempotencyKey }: AnyInput, { traceparent, knownTag }: Sent): Headers => {
  const headers = new Headers({ accept: 'application/json' });
  const session = currentSession();
  if (session) headers.set('authorization', `Bearer ${session.accessToken}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  if (traceparent) headers.set('traceparent', traceparent);
  if (knownTag) headers.set('if-none-match', knownTag);
  return headers;
};

const unanswered = (): string =>
  isReachable() ? 'The server cannot be reached.' : 'You are offline: nothing can be changed now.';

/** Offline, a waiting user hears so at once; an upload outlives it by its own tries. */
const triesOf = (options: CallOptions): CallOptions =>
  isReachable() || options.inBackground ? options : { tries: 1, ...options };

const send = async (name: RouteName, input: AnyInput, options: Sent): Promise<Received> => {
  if (needsSession(name) && !isVisit && !currentSession()) {
    logError('User not logged in');
    throw new ApiFailure({ status: 401, code: 'auth.required', message: messages.logInAgain });
  }
  const address = addressOf(name, input);
  const response = await fetch(needsSession(name) ? below(address) : address, {
    method: addresses[name][0],
    headers: headersOf(input, options),
    body: input.body === undefined ? null : JSON.stringify(input.body),
    signal: options.signal ?? null,
  }).catch((cause: unknown) => {
    if (options.signal?.aborted) throw cause;
    recheckConnection();
    throw new ApiFailure({ status: 0, code: 'offline', message: unanswered() });
  });
  const known = response.status === NOT_MODIFIED;
  const body: unknown = known ? null : await response.json().catch(() => null);
  if (asksForLogin(body)) forceRelogin();
  if (!response.ok && !known) {
    const error = toApiError(response.status, body);
    // A proxy speaks for a server that is away.
    if (isUnreachable(error)) recheckConnection();
    throw new ApiFailure({ ...error, ...retryAfterMs(response.headers.get('retry-after')) });
  }
  if (!known && !isAnswer(name, body)) throw notUnderstood(response.status);
  return { body, tag: response.headers.get('etag'), known };
};

/**
 * Sends no call that needs a session without one. Of an answer the fields that are read into are checked.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const callApi = async <Name extends RouteName>(
  name: Name,
  input: CallInput<Name> & AnyInput,
  options: CallOptions = {},
): Promise<Answer<Name>> =>
  (await repeatWhilePassing(() => send(name, input, options), triesOf(options))).body as Answer<Name>;

/**
 * Null: what is held is still the answer.
 * @throws {ApiFailure} a refusal, or no answer after all tries
 */
export const callApiUnlessKnown = async <Name extends RouteName>(
  name: Name,
  input: CallInput<Name> & AnyInput,
  knownTag: string | undefined,
  options: CallOptions = {},
): Promise<TaggedAnswer<Name> | null> => {
  const { body, tag, known } = await repeatWhilePassing(
    () => send(name, input, { ...options, knownTag }),
    triesOf(options),
  );
  return known ? null : { answer: body as Answer<Name>, tag };
};

/** The contracts define them; all other calls need a session. */
const visitorCalls: Readonly<Record<VisitorCall, true>> = {
  listFolder: true,
  setReadCookie: true,
  logOut: true,
  signInProviders: true,
  readInstallation: true,
  showAd: true,
  showSearch: true,
  downloadLauncher: true,
  openExtensionSession: true,
  downloadExtension: true,
  listPlans: true,
  listUpdates: true,
  keepAccount: true,
  confirmNotices: true,
  newCaptcha: true,
  sendMail: true,
  openShare: true,
  readShare: true,
  shareFeed: true,
};

const needsSession = (name: RouteName): boolean => !(name in visitorCalls);
