import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { DomainError, type ServiceName } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { Pool, type Dispatcher } from 'undici';
import type { HandOver } from '../../gateway.runtime.js';

export interface HttpHandOverOptions {
  /** Where each service listens: `http://host:port`, or `unix:/path/of/socket`. */
  addresses: Partial<Record<ServiceName, string>>;
  logger: Logger;
  /** Connections to each service; default 128. */
  connections?: number;
  /** Until the head of the answer, milliseconds; default 60 s. */
  headersTimeoutMs?: number;
}

export interface HttpHandOver {
  handOver: HandOver;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** Meant for one connection only (RFC 9110 §7.6.1), or set anew for the next one. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !hopByHop.has(name)) kept[name] = value;
  return kept;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * For a cluster: sends requests on to the services over HTTP, bodies and answers as streams. A service that is away is `service.unavailable`; an answer
 * that breaks off is cut, so that the client sees that it is not whole. Nothing is repeated here: clients repeat, with the same Idempotency-Key.
 */
export function httpHandOver({
  addresses,
  logger,
  connections = 128,
  headersTimeoutMs = 60_000,
}: HttpHandOverOptions): HttpHandOver {
  const pools = new Map<ServiceName, Pool>();
  for (const [name, address] of Object.entries(addresses))
    pools.set(name as ServiceName, poolTo(address, connections, headersTimeoutMs));
  return {
    handOver: (service, request, response) => {
      const pool = pools.get(service);
      const sent = pool
        ? forward(pool, request, response)
        : Promise.reject(new Error(`No address of ${service} is configured`));
      sent.catch((error: unknown) => giveUp(service, response, error, logger));
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

function poolTo(address: string, connections: number, headersTimeout: number): Pool {
  const socketPath = address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
  return new Pool(socketPath ? 'http://localhost' : address, {
    connections,
    headersTimeout,
    bodyTimeout: 0,
    ...(socketPath && { socketPath }),
  });
}

async function forward(pool: Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  const answer = await pool.request({
    method: request.method as Dispatcher.HttpMethod,
    path: request.url ?? '/',
    headers: endToEnd(request.headers),
    body: hasBody(request) ? request : null,
    signal: gone.signal,
  });
  response.writeHead(answer.statusCode, endToEnd(answer.headers));
  await pipeline(answer.body, response);
}

function giveUp(service: ServiceName, response: ServerResponse, error: unknown, logger: Logger): void {
  if (response.destroyed) return;
  logger.warn({ err: error, to: service }, 'A service could not answer');
  if (response.headersSent) return void response.destroy();
  const refusal = new DomainError('service.unavailable');
  const body = JSON.stringify(refusal.toBody());
  response
    .writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
