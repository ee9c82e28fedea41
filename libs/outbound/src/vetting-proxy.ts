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
  /** Of all incoming bytes; then all connections are closed. */
  maxBytes: number;
  /** Further ones are refused. */
  maxConnections: number;
  /** Milliseconds of silence. */
  idleMs: number;
  /** Though public; with their subdomains. */
  refusedHosts?: readonly string[];
  onAsked?(): void;
  onRefused?(host: string, cause: unknown): void;
}

export interface VettingProxy {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** With all its connections. */
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
