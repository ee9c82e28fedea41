import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  request as plainRequest,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import * as promised from 'node:stream/promises';
import { connectionHeaders } from '@skyshelf/contracts';
import { ByteBudget, type ProxiedVisit, requireAllowedHost } from './proxied-visit.js';
import { NotPublic } from './public-address.js';
import { type OutboundRules, requirePublic, hostOf } from './outbound-rules.js';

export interface VettingProxyOptions extends Pick<OutboundRules, 'trusted' | 'resolve'> {
  /** The limit of all incoming bytes, after which all connections are closed. */
  maxBytes: number;
  /** Further ones are refused. */
  maxConnections: number;
  /** Unit: milliseconds of silence. */
  idleMs: number;
  /** They are refused with their subdomains, though public. */
  refusedHosts?: readonly string[];
  onAsked?(): void;
  onRefused?(host: string, cause: unknown): void;
}

export interface VettingProxy {
  /** Example: `http://127.0.0.1:<port>` */
  url: string;
  close(): Promise<void>;
}

/**
 * A loopback proxy for programs that visit what users name: public servers only, by `guardedStream`'s rules.
 * `GET` and `HEAD` of plain addresses, `CONNECT` to port 443. One for each task, closed with it.
 */
export async function startVettingProxy(options: VettingProxyOptions): Promise<VettingProxy> {
  const sockets = new Set<Duplex>();
  const closeAll = () => {
    for (const each of sockets) each.destroy();
  };
  const visit = { ...options, budget: new ByteBudget(options.maxBytes, closeAll), track };
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  server.maxConnections = options.maxConnections;
  server.on('connection', track);
  handleRequests(server, visit);
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close };

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.setTimeout(options.idleMs, () => socket.destroy());
    // Without a listener a socket's error would end the process.
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  }

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    closeAll();
    await closed;
  }
}

function handleRequests(server: Server, visit: VettingProxyOptions & ProxiedVisit): void {
  const { onAsked, onRefused } = visit;
  server.on('request', (request, response) => {
    onAsked?.();
    forwardRequest(request, response, visit).catch((error: unknown) => {
      onRefused?.(request.url ?? '', error);
      if (response.headersSent) response.destroy();
      else response.writeHead(statusOf(error), { connection: 'close' }).end();
    });
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    onAsked?.();
    openTunnel(request, socket, head, visit).catch((error: unknown) => {
      onRefused?.(request.url ?? '', error);
      socket.end(`HTTP/1.1 ${statusOf(error)} Refused\r\nConnection: close\r\n\r\n`);
    });
  });
}

const statusOf = (error: unknown): number => (error instanceof NotPublic ? 403 : 502);

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)));

/** Forwards plain addresses. Redirects are the program's to follow: it asks again. */
async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  visit: ProxiedVisit,
): Promise<void> {
  const { method = 'GET', headers } = request;
  if (!['GET', 'HEAD'].includes(method)) throw new NotPublic(`${method} is not handed over.`);
  const url = plainUrl(request.url ?? '');
  requireAllowedHost(url, visit);
  const lookup = requirePublic(url, { ...visit, protocols: ['http:'] });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = plainRequest(url, {
      method,
      headers: { ...endToEnd(headers), host: url.host, connection: 'close' },
      agent: false,
      ...(lookup && { lookup }),
    });
    call.once('socket', (socket: Socket) => visit.track(socket));
    call.once('response', resolve).on('error', reject).end();
    response.once('close', () => call.destroy());
  });
  response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), connection: 'close' });
  await promised.pipeline(answer, visit.budget.counter(), response);
}

function plainUrl(address: string): URL {
  if (!URL.canParse(address)) throw new NotPublic('No address is named.');
  return new URL(address);
}

/** Connects to a server's TLS port. @throws NotPublic; Error when it can't be reached */
async function openTunnel(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  visit: ProxiedVisit,
): Promise<void> {
  const url = tlsUrl(request.url ?? '');
  requireAllowedHost(url, visit);
  const lookup = requirePublic(url, visit);
  const server = await connected(
    connect({ host: hostOf(url), port: Number(url.port || 443), ...(lookup && { lookup }) }),
    visit,
  );
  client.write('HTTP/1.1 200 Connection established\r\n\r\n');
  server.write(head);
  const closeBoth = () => {
    server.destroy();
    client.destroy();
  };
  pipeline(client, server, closeBoth);
  pipeline(server, visit.budget.counter(), client, closeBoth);
}

/** Parses `host:port` with the same parser as all addresses. */
function tlsUrl(authority: string): URL {
  if (!/^[^/?#\s]+:\d+$/.test(authority) || !URL.canParse(`https://${authority}/`))
    throw new NotPublic('No server is named.');
  return new URL(`https://${authority}/`);
}

async function connected(socket: Socket, visit: ProxiedVisit): Promise<Socket> {
  visit.track(socket);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket
    .once('connect', () => resolve(socket))
    .once('error', reject)
    .once('close', () => reject(new Error('The connection was closed.')));
  return promise;
}
