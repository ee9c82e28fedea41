import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { answerBrokenRequest } from './broken-request.js';
import { KEEP_ALIVE_MS } from './fastify-options.js';
import { headerLimits } from './header-limits.js';

/** The constraint of the router by which internal routes are found. */
const INTERNAL = 'internal';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Found = Parameters<ReturnType<Strategy['storage']>['set']>[1];

const internalSockets = new WeakSet<Socket>();

/** Whether a request came by the internal port, or was made in this process. What can't be told came from outside. */
export const cameInternally = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean =>
  internalSockets.has(socket) || !(socket instanceof Socket);

export const isInternalRoute = ({ config }: Pick<RouteOptions, 'config'>): boolean =>
  config?.rules?.internal === true;

/**
 * Lets the router find what is under `/internal/`, and what says of itself that it is internal, for requests that came internally alone. For all others it
 * has no such routes: no way to write an address leads there, and the answer is the same as for an address that is nothing. Call it before routes are added.
 */
export function hideInternalRoutes(fastify: FastifyInstance): void {
  fastify.addConstraintStrategy({
    name: INTERNAL,
    storage: () => {
      const routes = new Map<unknown, Found>();
      return { get: (key) => routes.get(key) ?? null, set: (key, route) => void routes.set(key, route) };
    },
    deriveConstraint: (request) => cameInternally(request) || undefined,
  });
  fastify.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/internal/') && !isInternalRoute(route)) return;
    route.config = { ...route.config, rules: { ...route.config?.rules, internal: true } };
    route.constraints = { ...route.constraints, [INTERNAL]: true };
  });
}

/** A second server of the same routes, the internal ones among them. It listens nowhere yet. */
export function createInternalServer(fastify: FastifyInstance): Server {
  const server = createServer(headerLimits, (request, response) => fastify.routing(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Files are sent through it, for as long as they take.
  server.requestTimeout = 0;
  server.on('connection', (socket) => internalSockets.add(socket));
  server.on('clientError', answerBrokenRequest);
  return server;
}
