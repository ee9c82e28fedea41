import { createServer, type Server, type ServerResponse } from 'node:http';
import { answerBrokenRequest, FILE_BODY_TIME, headerLimits, limitBodyTime } from '@skyshelf/http';
import { answerUnavailable, forward, ReplicaPools } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import { Exchanges } from './exchanges.js';
import { forwarded } from './forwarded-headers.js';
import { forwardUpgrades } from './forward-upgrades.js';
import { isReady } from './readiness.js';

export interface BalancerOptions {
  host: string;
  port: number;
  /** Running or not. */
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
/** Then a running answer is cut, milliseconds. */
const END_WITHIN_MS = 40_000;

/**
 * One address for all gateways. Connections to browsers survive a gateway's restart: each request is streamed
 * to a ready one.
 */
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
    { ...headerLimits, requestTimeout: 0, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (!isAddress(request.url)) return answerBrokenRequest(null, request.socket);
      if (closing) return answerUnavailable(response.setHeader('connection', 'close'));
      // The balancer doesn't know routes; gateways limit JSON more tightly.
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

/** Not `*`. */
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
