import { createServer, type Server, type ServerResponse, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerBrokenRequest, FILE_BODY_TIME, serverOptions, limitBodyTime } from '@skyshelf/http';
import { answerUnavailable, forward, ReplicaPools, forwardUpgrade } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import { isReady } from './health.js';

interface BalancerOptions {
  host: string;
  port: number;
  gateways: readonly string[];
  /** Their X-Forwarded-… headers are kept. */
  trustedProxies: number;
  /** Further ones are closed unanswered. */
  maxConnections: number;
  logger: Logger;
}

export interface Balancer {
  /** Waits for answers under way. May be called again. */
  close(): Promise<void>;
}

/** Milliseconds; one that says no is left out until it says yes. */
const LOOK_EVERY_MS = 400;
const ASIDE_MS = 1_500;
const KEEP_ALIVE_MS = 72_000;
/** A running answer is cut after this time. */
const END_WITHIN_MS = 40_000;

/** Connections to browsers survive a gateway's restart: each request is streamed to a ready one. */
export async function startBalancer(options: BalancerOptions): Promise<Balancer> {
  const { host, port, gateways, trustedProxies, maxConnections, logger } = options;
  const pools = new ReplicaPools(gateways, {
    connections: null,
    headersTimeoutMs: 120_000,
    bodyTimeoutMs: 0,
  });
  const looking = setInterval(() => void look(gateways, pools), LOOK_EVERY_MS);
  const exchanges = new Exchanges();
  let closing: Promise<void> | undefined;
  const server = createServer(
    { ...serverOptions, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (!isAddress(request.url)) return answerBrokenRequest(null, request.socket);
      if (closing) return answerUnavailable(response.setHeader('connection', 'close'));
      // Gateways limit JSON more tightly.
      limitBodyTime(request, FILE_BODY_TIME);
      exchanges.begin(response);
      forward(pools, request, response, { headers: forwarded(request, trustedProxies) }).catch(
        (error: unknown) => giveUp(response, error, logger),
      );
    },
  );
  server.maxConnections = maxConnections;
  server.on('clientError', answerBrokenRequest);
  const endSockets = forwardUpgrades(server, pools, options);
  await listen(server, host, port);
  const close = async () => {
    clearInterval(looking);
    server.close();
    server.closeIdleConnections();
    endSockets();
    await exchanges.end(END_WITHIN_MS);
    await pools.close();
    server.closeAllConnections();
  };
  return { close: () => (closing ??= close()) };
}

/** The URL may not be `*`. */
const isAddress = (url = ''): boolean => /^(\/|https?:\/\/)/.test(url);

async function look(gateways: readonly string[], { choice }: ReplicaPools): Promise<void> {
  await Promise.all(
    gateways.map(async (gateway) => {
      if (await isReady(gateway)) choice.welcome(gateway);
      else choice.setAside(gateway, ASIDE_MS);
    }),
  );
}

function giveUp(response: ServerResponse, error: unknown, logger: Logger): void {
  if (response.destroyed) return;
  logger.warn({ err: error }, 'No gateway could answer');
  answerUnavailable(response);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const WITHIN_MS = 30_000;

/** @returns ends the open ones */
function forwardUpgrades(
  server: Server,
  pools: Pick<ReplicaPools, 'reach'>,
  { trustedProxies, logger }: { trustedProxies: number; logger: Logger },
): () => void {
  const open = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
    const headers = forwarded(request, trustedProxies);
    forwardUpgrade(pools, request, socket, head, { headers, withinMs: WITHIN_MS }).catch((error: unknown) => {
      logger.warn({ err: error }, 'No gateway could answer');
      socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
  });
  return () => {
    for (const each of open) each.destroy();
  };
}

export function forwarded(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): Record<string, string> {
  const known = trustedProxies > 0;
  const before = known ? headers['x-forwarded-for'] : undefined;
  const peer = socket.remoteAddress ?? 'unknown';
  const host = (known ? headers['x-forwarded-host'] : undefined) ?? headers.host ?? '';
  return {
    'x-forwarded-for': before === undefined ? peer : `${String(before)}, ${peer}`,
    'x-forwarded-host': String(host),
  };
}

class Exchanges {
  private readonly open = new Set<ServerResponse>();

  begin(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
  }

  /** Cuts what is open after that. Live streams are cut at once: browsers reconnect. */
  async end(withinMs: number): Promise<void> {
    for (const response of this.open) if (isLiveStream(response)) response.destroy();
    const timer = setTimeout(() => this.open.forEach((response) => response.destroy()), withinMs);
    await Promise.all([...this.open].map(whenClosed));
    clearTimeout(timer);
  }
}

const isLiveStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

const whenClosed = (response: ServerResponse): Promise<void> =>
  response.closed ? Promise.resolve() : new Promise((resolve) => response.once('close', resolve));
