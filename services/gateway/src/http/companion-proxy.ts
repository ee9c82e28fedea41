import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError, type RouteContract } from '@skyshelf/contracts';
import { refuseUpgrade } from '@skyshelf/http';
import { answerUnavailable } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import type { FastifyInstance } from 'fastify';
import { AWAY, type CompanionLink } from '../application/companion-link.js';
import type { ClientCheck } from './client-check.js';
import type { CompanionSockets } from './companion-sockets.js';
import { limitUnannouncedBody } from './limit-body.js';
import { addHeaders, setHeaders, type HeaderList } from './security-headers.js';

export interface CompanionProxyDeps {
  check: Pick<ClientCheck, 'run'>;
  link: CompanionLink;
  headers: HeaderList;
  /** No other origin may open a WebSocket. */
  publicUrl: string;
  logger: Logger;
  sockets: CompanionSockets;
}

const PATH = '/companion/*';

/** Windows and pictures can't send a header: the read cookie counts. */
const byCookie = /^\/companion\/(connect\/|[a-z]+\/(connect|redirect|callback|thumbnail)(\/|\?|$))/;

type Checks = Pick<RouteContract, 'access' | 'rate' | 'bodyLimit'>;
const MAX_JSON = 64 * 1024;

const checksOf = (url: string): Checks => ({
  access: byCookie.test(url) ? 'reader' : 'user',
  rate: 'upload',
  bodyLimit: MAX_JSON,
});

/** Serves users only and strips their tokens and cookies. */
export function openCompanionProxy(fastify: FastifyInstance, deps: CompanionProxyDeps): void {
  const { check, link, headers, logger } = deps;
  fastify.route({
    method: ['GET', 'POST'],
    url: PATH,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      const checks = checksOf(request.url);
      const { caller } = await check.run(checks, request);
      if (!caller) throw new DomainError('auth.required');
      limitUnannouncedBody(request.raw, checks);
      setHeaders(reply.raw, headers);
      reply.hijack();
      link.forward(request.raw, reply.raw, caller).catch((error: unknown) => {
        logger.warn({ err: error, to: 'companion' }, 'A service could not answer');
        answerUnavailable(reply.raw, inWords);
      });
    },
    handler: (_, reply) => addHeaders(reply, headers),
  });
  serveUpgrades(fastify, deps);
}

const inWords = ({ code }: DomainError) => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ message: AWAY, error: { code, message: AWAY } }),
});

function serveUpgrades(fastify: FastifyInstance, deps: CompanionProxyDeps): void {
  fastify.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    deps.sockets.add(request, socket);
    connect(deps, request, socket, head).catch((error: unknown) => {
      if (!(error instanceof DomainError))
        deps.logger.warn({ err: error, to: 'companion' }, 'A service could not answer');
      refuseUpgrade(socket, error instanceof DomainError ? error : new DomainError('service.unavailable'));
    });
  });
}

async function connect(
  { check, link, publicUrl, sockets }: CompanionProxyDeps,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const { url = '', headers } = request;
  if (!url.startsWith('/companion/')) throw new DomainError('route.not-found');
  // Browsers send the cookie for any origin, which they name.
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin)
    throw new DomainError('access.denied');
  const asked = { raw: request, method: 'GET', headers };
  const { caller, token } = await check.run({ access: 'reader', rate: 'upload' }, asked);
  if (!caller || !token) throw new DomainError('auth.required');
  sockets.admit(socket, caller, token);
  await link.upgrade(request, socket, head, caller);
}
