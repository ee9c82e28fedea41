import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { TokenOf } from './access.js';
import { ErrorFilter } from './error-filter.js';
import { fastifyOptions } from './fastify-options.js';
import { nestLogger } from './nest-logger.js';
import { addOperationsRoutes, type Operations, type ServedRoute } from './operations-routes.js';
import { checkRequests } from './request-checks.js';
import { observeRequests } from './request-observer.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import type { ServiceDefinition, ServiceRuntime } from './runtime.js';
import { watchRoutes } from './unknown-address.js';

export interface AppOptions {
  /** How a request brings its token, where not only by `Authorization: Bearer`. */
  tokenOf?: TokenOf;
  /** Adds plugins and routes of Fastify before Nest's own are made. */
  configure?(app: NestFastifyApplication): Promise<void> | void;
}

interface Parts extends Omit<Operations, 'routes'> {
  inFlight: RequestsInFlight;
}

/** A Nest application on Fastify with everything that all services have in common, before its `init()`. */
export async function createApp<R extends ServiceRuntime>(
  definition: ServiceDefinition<R>,
  runtime: R,
  parts: Parts,
  { tokenOf, configure }: AppOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(fastifyOptions(runtime));
  const fastify: FastifyInstance = adapter.getInstance();
  const unknownAddress = watchRoutes(fastify);
  const routes = listRoutes(fastify);
  fastify.decorate('idSource', runtime.ids);
  observeRequests(fastify, definition.name, runtime, parts.inFlight);
  checkRequests(fastify, runtime, { inFlight: parts.inFlight, tokenOf });
  addOperationsRoutes(fastify, runtime, { ...parts, routes: () => routes });

  const app = await NestFactory.create<NestFastifyApplication>(definition.module(runtime), adapter, {
    logger: nestLogger(runtime.logger),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalFilters(new ErrorFilter(unknownAddress));
  await configure?.(app);
  return app;
}

/** Fills up as routes are added. */
function listRoutes(fastify: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url });
  });
  return routes;
}
