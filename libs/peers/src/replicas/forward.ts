import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline, type Duplex } from 'node:stream';
import { relay } from '@skyshelf/bytes';
import { connectionHeaders, DomainError } from '@skyshelf/contracts';
import type { ReplicaPools } from './replica-pools.js';

/** Bytes kept for a repeatable call. */
const MOST_KEPT = 64 * 1024;

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
  key?: string;
  /** Default: GET and HEAD, and what carries an Idempotency-Key. */
  repeatable?: boolean;
  /** Only the replica of this name has it. */
  heldBy?: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Streams an unread request to a replica and its answer back. A small body of a repeatable call is kept for
 * another replica.
 * @throws when no replica answered, before anything is written; when the answer broke off, with the client's
 * connection cut
 */
export async function forward(
  pools: ReplicaPools,
  request: IncomingMessage,
  response: ServerResponse,
  { key, heldBy, repeatable = isRepeatable(request), headers }: ForwardOptions = {},
): Promise<void> {
  const gone = new AbortController();
  // A client that went away before this has emitted its last event.
  if (response.destroyed) gone.abort();
  else response.once('close', () => response.writableFinished || gone.abort());
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
  // So that watchers of the response see them.
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

export interface RefusalAnswer {
  headers: Readonly<Record<string, string>>;
  body: string;
}

const asJson = (refusal: DomainError): RefusalAnswer => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(refusal.toBody()),
});

/**
 * Answers 503, or cuts an answer that has begun.
 * @param describe default: JSON
 */
export function answerUnavailable(response: ServerResponse, describe = asJson): void {
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  const refusal = new DomainError('service.unavailable');
  const { headers, body } = describe(refusal);
  response
    .writeHead(refusal.status, {
      ...headers,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

export interface UpgradeOptions {
  /** Replace the request's; undefined removes one. */
  headers?: Readonly<Record<string, string | undefined>>;
  withinMs: number;
  key?: string;
}

/**
 * Connects both sides of a WebSocket when the replica agrees; otherwise passes its answer on.
 * @throws when none could be reached, before anything is written
 */
export const forwardUpgrade = (
  pools: Pick<ReplicaPools, 'reach'>,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { key, ...options }: UpgradeOptions,
): Promise<void> => pools.reach(key, (address) => upgradeAt(address, request, client, head, options));

function upgradeAt(
  address: string,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  { headers, withinMs }: Omit<UpgradeOptions, 'key'>,
): Promise<void> {
  if (client.destroyed) return Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const call = send({
    ...placeOf(address),
    path: request.url,
    method: 'GET',
    headers: kept({ ...request.headers, ...headers }),
    agent: false,
    timeout: withinMs,
  });
  client.on('error', () => client.destroy());
  client.once('close', () => call.destroy());
  call.once('timeout', () => call.destroy(new Error('No answer in time.')));
  call.on('error', reject);
  call.once('upgrade', (answer, server: Duplex, first: Buffer) => {
    call.setTimeout(0);
    client.write(headOf(answer));
    if (first.length > 0) client.write(first);
    if (head.length > 0) server.write(head);
    joinSockets(client, server);
    resolve();
  });
  call.once('response', (answer) => {
    client.write(headOf(answer, { connection: 'close' }));
    pipeline(answer, client, () => client.destroy());
    resolve();
  });
  call.end();
  return promise;
}

function joinSockets(client: Duplex, server: Duplex): void {
  const closeBoth = () => {
    client.destroy();
    server.destroy();
  };
  pipeline(client, server, closeBoth);
  pipeline(server, client, closeBoth);
}

function placeOf(address: string): { socketPath: string } | { host: string; port: string } {
  if (address.startsWith('unix:')) return { socketPath: address.slice('unix:'.length) };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port };
}

const kept = <T>(headers: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, T] => entry[1] !== undefined));

function headOf(
  { statusCode = 502, statusMessage = '', headers }: IncomingMessage,
  instead: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries(kept<string | string[]>({ ...headers, ...instead }))
    .filter(([name]) => statusCode === 101 || name !== 'transfer-encoding')
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
