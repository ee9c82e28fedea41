import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ByteBudget } from './byte-budget.js';
import { forwardRequest } from './forward-request.js';
import { NotPublic } from './not-public.js';
import { openTunnel } from './open-tunnel.js';
import type { OutboundRules } from './outbound-rules.js';
import type { ProxiedVisit } from './proxied-visit.js';

export interface VettingProxyOptions extends Pick<OutboundRules, 'trusted' | 'resolve'> {
  /** Of all that comes in, over all connections. When it is used up, all are closed. */
  maxBytes: number;
  /** Connections at the same time; further ones are refused. */
  maxConnections: number;
  /** How long a connection may be silent, milliseconds. */
  idleMs: number;
  /** Names that are refused though they are public, with their subdomains. */
  refusedHosts?: readonly string[];
  /** Called for each request. */
  onAsked?(): void;
  /** Called for what was asked for and is not reached. */
  onRefused?(host: string, cause: unknown): void;
}

export interface VettingProxy {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** Closes it with all its connections. */
  close(): Promise<void>;
}

/**
 * A proxy on loopback for a program that asks what users name: it reaches public servers alone, by the rules of `guardedStream`. `GET` and `HEAD` of plain
 * addresses, `CONNECT` to port 443. Start one for each task and close it with the task: then nothing of it goes on.
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
    // Without a listener an error of a socket would end the process.
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
