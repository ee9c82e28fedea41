import 'reflect-metadata';
import {
  Catch,
  type ArgumentsHost,
  type DynamicModule,
  type ExceptionFilter,
  type LoggerService,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServiceName } from '@skyshelf/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { TokenOf } from './access.js';
import { createRefusalCheck } from './declared-refusals.js';
import { answerError } from './error-answer.js';
import { toDomainError } from './error-translation.js';
import { fastifyOptions } from './fastify-options.js';
import type { HttpDeps } from './http-deps.js';
import { hideInternalRoutes } from './internal-routes.js';
import { addOperationsRoutes, type Operations, type ServedRoute } from './operations-routes.js';
import { checkRequests } from './request-checks.js';
import { observeRequests } from './request-observer.js';
import type { RequestsInFlight } from './requests-in-flight.js';
import { watchRoutes, type UnknownAddress } from './unknown-address.js';

export interface AppOptions {
  /** Default: only `Authorization: Bearer`. */
  tokenOf?: TokenOf;
  /** It runs before Nest's own plugins and routes. */
  configure?(app: NestFastifyApplication): Promise<void> | void;
}

export interface AppModule {
  service: ServiceName;
  module: DynamicModule;
}

export interface AppState extends Omit<Operations, 'routes'> {
  inFlight: RequestsInFlight;
}

/** Creates an app with everything that all services share; the caller runs `init()`. */
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

function listRoutes(fastify: FastifyInstance): readonly ServedRoute[] {
  const routes: ServedRoute[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url });
  });
  return routes;
}

/** Start-up lines at debug level. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  debug: (message: unknown, context?: unknown) => logger.debug({ context }, String(message)),
  verbose: (message: unknown, context?: unknown) => logger.trace({ context }, String(message)),
  warn: (message: unknown, context?: unknown) => logger.warn({ context }, String(message)),
  error: (message: unknown, ...rest: unknown[]) =>
    logger.error(
      { err: message instanceof Error ? message : undefined, context: rest.at(-1) },
      String(message),
    ),
  fatal: (message: unknown, ...rest: unknown[]) => logger.fatal({ context: rest.at(-1) }, String(message)),
});

@Catch()
class ErrorFilter implements ExceptionFilter {
  constructor(private readonly unknownAddress: UnknownAddress) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const refusal = toDomainError(error);
    if (!request.is404 || refusal.code !== 'route.not-found') return answerError(request, reply, refusal);
    const { error: found, allow } = this.unknownAddress(request);
    if (allow) reply.header('allow', allow);
    answerError(request, reply, found);
  }
}
