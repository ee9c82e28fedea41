import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@skyshelf/contracts';
import type { FastifyInstance } from 'fastify';
import type { TokenOf } from './access.js';
import { createRefusalCheck } from './declared-refusals.js';
import { ErrorFilter } from './error-filter.js';
import { fastifyOptions } from './fastify-options.js';
import type { HttpDeps } from './http-deps.js';
import { hideInternalRoutes } from './internal-routes.js';
import { nestLogger } from './nest-logger.js';
import { addOperationsRoutes, type Operations, type ServedRoute } from './operations-routes.js';
import { checkRequests } from './request-checks.js';
import { observeRequests } from './request-observer.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import { watchRoutes } from './unknown-address.js';

export interface AppOptions {
  /** Default: only `Authorization: Bearer`. */
  tokenOf?: TokenOf;
  /** Before Nest's own plugins and routes. */
  configure?(app: NestFastifyApplication): Promise<void> | void;
}

export interface AppModule {
  service: ServiceName;
  module: DynamicModule;
}

export interface AppState extends Omit<Operations, 'routes'> {
  inFlight: RequestsInFlight;
}

/** With everything that all services share, before its `init()`. */
export async function createApp(
  { service, module }: AppModule,
  deps: HttpDeps,
  state: AppState,
  { tokenOf, configure }: AppOptions,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(fastifyOptions(deps));
  const fastify: FastifyInstance = adapter.getInstance();
  hideInternalRoutes(fastify);
  const unknownAddress = watchRoutes(fastify);
  const routes = listRoutes(fastify);
  fastify.decorate('idSource', deps.ids);
  fastify.decorate('checkRefusal', createRefusalCheck(deps.metrics));
  observeRequests(fastify, service, deps, state.inFlight);
  checkRequests(fastify, deps, { inFlight: state.inFlight, tokenOf });
  addOperationsRoutes(fastify, deps, { ...state, routes: () => routes });

  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLogger(deps.logger),
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
