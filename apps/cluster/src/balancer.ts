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
  /** Where gateways may be, running or not. */
  gateways: readonly string[];
  /** Reverse proxies in front, whose X-Forwarded-… headers are kept. */
  trustedProxies: number;
  /** Open at once; further ones are closed unanswered. */
  maxConnections: number;
  logger: Logger;
}

export interface Balancer {
  /** Takes no new requests, waits until the answers under way have arrived. May be called again. */
  close(): Promise<void>;
}

/** How often each gateway is asked, milliseconds; one that says no is left out until it says yes. */
const LOOK_EVERY_MS = 400;
const ASIDE_MS = 1_500;
const KEEP_ALIVE_MS = 72_000;
/** An answer that takes longer than this after the door was shut is cut off. */
const END_WITHIN_MS = 40_000;

/**
 * One address in front of all gateways. Connections to browsers stay when a gateway is restarted: each request goes to a gateway that is ready, its body
 * and its answer as streams.
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
      // Which gateway's route it is, the balancer does not know: the gateways hold JSON to a shorter time.
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

/** What a request can be sent on to: not `*`. */
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
