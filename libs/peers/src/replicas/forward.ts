import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { relay } from '@skyshelf/bytes';
import { connectionHeaders } from '@skyshelf/contracts';
import type { ReplicaPools } from './replica-pools.js';

/** Bodies up to so many bytes are kept while a call that may be repeated is under way. */
const MOST_KEPT = 64 * 1024;

/** Set again for the next connection. */
const setAgain = new Set(['expect', 'host']);

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !connectionHeaders.has(name) && !setAgain.has(name)) kept[name] = value;
  return kept;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

export interface ForwardOptions {
  /** Calls with the same key go to the same replica while it is well. */
  key?: string;
  /** Doing it twice does no harm. Without it: GET and HEAD, and what carries an Idempotency-Key. */
  repeatable?: boolean;
  /** Only the replica of this name has it. */
  heldBy?: string;
  /** Set besides those of the request, or instead of them. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a request whose body no one has read on to one of a service's replicas and its answer back, both as streams. A small body of a call that may be
 * repeated is kept, so that another replica can get it when the first breaks off.
 * @throws when no replica answered, before anything is written; when the answer broke off, after the client's connection is cut
 */
export async function forward(
  pools: ReplicaPools,
  request: IncomingMessage,
  response: ServerResponse,
  { key, heldBy, repeatable = isRepeatable(request), headers }: ForwardOptions = {},
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  const answer = await pools.request({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: headers ? { ...endToEnd(request.headers), ...headers } : endToEnd(request.headers),
    body: await bodyOf(request, repeatable),
    key,
    ...(heldBy !== undefined && { heldBy }),
    repeatable,
    signal: gone.signal,
  });
  // Set one by one, so that watchers of the response see them.
  response.setHeaders(new Map(Object.entries(endToEnd(answer.headers)))).writeHead(answer.statusCode);
  await relay(answer.body, response);
}

const isRepeatable = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || headers['idempotency-key'] !== undefined;

async function bodyOf(
  request: IncomingMessage,
  repeatable: boolean,
): Promise<IncomingMessage | Buffer | null> {
  if (!hasBody(request)) return null;
  const announced = Number(request.headers['content-length'] ?? Infinity);
  return repeatable && announced <= MOST_KEPT ? buffer(request) : request;
}
