import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { answerBrokenRequest } from './error-answer.js';
import { serverOptions, KEEP_ALIVE_MS } from './fastify-options.js';

const INTERNAL = 'internal';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Found = Parameters<ReturnType<Strategy['storage']>['set']>[1];

const internalSockets = new WeakSet<Socket>();

/** Is true for the internal port and for calls in process; in doubt it is false. In doubt: from outside. */
export const isInternalRequest = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean =>
  internalSockets.has(socket) || !(socket instanceof Socket);

export const isInternalRoute = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  config?.rules?.internal === true;

/** All but internal requests get the answer of an unknown address. Call it before routes are added. */
export function hideInternalRoutes(fastify: FastifyInstance): void {
  fastify.addConstraintStrategy({
    name: INTERNAL,
    storage: () => {
      const routes = new Map<unknown, Found>();
      return { get: (key) => routes.get(key) ?? null, set: (key, route) => void routes.set(key, route) };
    },
    deriveConstraint: (request) => isInternalRequest(request) || undefined,
  });
  fastify.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/internal/') && !isInternalRoute(route)) return;
    route.config = { ...route.config, rules: { ...route.config?.rules, internal: true } };
    route.constraints = { ...route.constraints, [INTERNAL]: true };
  });
}

/** Serves the same routes plus internal ones; not listening yet. */
export function createInternalServer(fastify: FastifyInstance): Server {
  const server = createServer(serverOptions, (request, response) => fastify.routing(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Files are sent through it, for as long as they take.
  server.requestTimeout = 0;
  server.on('connection', (socket) => internalSockets.add(socket));
  server.on('clientError', answerBrokenRequest);
  return server;
}
