import { request as send, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReplicaPools } from './replica-pools.js';

export interface UpgradeOptions {
  /** Replace the request's; undefined removes one. */
  headers?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds. */
  withinMs: number;
  /** The same key goes to the same healthy replica. */
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
  call.once('error', reject);
  call.once('upgrade', (answer, server: Duplex, first: Buffer) => {
    call.setTimeout(0);
    client.write(headOf(answer));
    if (first.length > 0) client.write(first);
    if (head.length > 0) server.write(head);
    server.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => server.destroy());
    server.pipe(client).pipe(server);
    resolve();
  });
  call.once('response', (answer) => {
    client.write(headOf(answer, { connection: 'close' }));
    answer.pipe(client);
    resolve();
  });
  call.end();
  return promise;
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
