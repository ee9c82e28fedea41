import type { Readable } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import { type AppOptions, createApp, RequestsInFlight } from '@skyshelf/http';
import type { InjectedRequest } from '@skyshelf/peers';
import { declareGauge } from '@skyshelf/telemetry';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { askHealth, Readiness, rememberHealth } from './health/health.js';
import { Listeners } from './listeners.js';
import type {
  OnServiceLeave,
  OnServicePrepared,
  OnServiceStart,
  OnServiceStop,
  OpenedService,
  RunningService,
  ServiceDefinition,
  ServiceRuntime,
} from './runtime.js';

type Hooks = Partial<OnServicePrepared & OnServiceStart & OnServiceLeave & OnServiceStop>;

function instancesOf(app: INestApplication): Set<Hooks> {
  const wrappers = [...app.get(ModulesContainer).values()].flatMap(({ providers, controllers }) => [
    ...providers.values(),
    ...controllers.values(),
  ]);
  const instances: unknown[] = wrappers.map(({ instance }) => instance);
  return new Set(
    instances.filter((instance): instance is Hooks => typeof instance === 'object' && instance !== null),
  );
}

async function prepare(app: INestApplication, opened: OpenedService, runtime: ServiceRuntime): Promise<void> {
  await runtime.connected;
  await opened.prepare?.();
  for (const instance of instancesOf(app)) {
    if (typeof instance.onServicePrepared === 'function') await instance.onServicePrepared();
  }
}

async function startBackgroundWork(app: INestApplication): Promise<void> {
  for (const instance of instancesOf(app)) {
    if (typeof instance.onServiceStart === 'function') await instance.onServiceStart();
  }
}

/** Ends endless requests, so that the others can be waited for. */
async function endStreams(app: INestApplication): Promise<void> {
  for (const instance of instancesOf(app)) {
    if (typeof instance.onServiceStop === 'function') await instance.onServiceStop();
  }
}

async function finishWork(app: INestApplication, withinMs: number): Promise<void> {
  await Promise.all(
    [...instancesOf(app)].map(async (instance) => {
      if (typeof instance.onServiceLeave === 'function') await instance.onServiceLeave(withinMs);
    }),
  );
}

export interface ServiceOptions extends AppOptions {
  /** Wait for running requests, milliseconds. */
  drainMs?: number;
}

export interface CreatedService extends RunningService {
  app: NestFastifyApplication;
}

const DRAIN_MS = 10_000;

const buildInfo = declareGauge({
  name: 'skyshelf_build_info',
  help: 'Always 1.',
  labels: { version: 'the version of the product that the service is of' },
});

/**
 * Builds the Nest application, prepares collections, subscribes handlers. Answers `handle` and `inject` then;
 * listens after `listen()` and `listenInternal()`; `start()` begins background work.
 * @throws whatever `prepare` and the providers throw
 */
export async function createService<R extends ServiceRuntime>(
  definition: ServiceDefinition<R>,
  runtime: R,
  { drainMs = DRAIN_MS, ...appOptions }: ServiceOptions = {},
): Promise<CreatedService> {
  const inFlight = new RequestsInFlight();
  runtime.metrics.gauge(buildInfo).set({ version: PRODUCT_VERSION }, 1);
  const opened = await definition.open(runtime);
  const { tokens = runtime.tokens } = opened;
  const checks = [...(opened.checks ?? []), ...(runtime.otherChecks ?? [])];
  const publicChecks = new Set(checks.flatMap(({ name, isPublic }) => (isPublic ? [name] : [])));
  const health = () => askHealth(checks, runtime.logger);
  const readiness = new Readiness(checks, inFlight, runtime.logger);

  const app = await createApp(
    { service: definition.name, module: opened.module },
    { ...runtime, tokens },
    { inFlight, health: rememberHealth(health), publicChecks, stage: readiness.stage },
    appOptions,
  );
  const { readOnly = false, logger } = runtime;
  if (readOnly) logger.warn('This is a read-only copy: commands are refused, no background work runs');
  else for (const transport of opened.transports ?? []) transport.connectTo(app);
  try {
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await prepare(app, opened, runtime);
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    throw error;
  }

  return { app, name: definition.name, health, ...running(app, runtime, { inFlight, readiness, drainMs }) };
}

function running(
  app: NestFastifyApplication,
  { logger, readOnly = false }: ServiceRuntime,
  { inFlight, readiness, drainMs }: { inFlight: RequestsInFlight; readiness: Readiness; drainMs: number },
): Omit<RunningService, 'name' | 'health'> {
  const fastify = app.getHttpAdapter().getInstance();
  const listeners = new Listeners(app);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    listeners.close();
    await endStreams(app);
    if (!(await inFlight.drain(drainMs))) {
      logger.warn({ running: inFlight.running }, 'stopped before all requests were finished');
    }
    // Also clients that never end sending.
    listeners.cut();
    await app.close();
  };
  return {
    start: async () => {
      if (!readOnly) await startBackgroundWork(app);
      readiness.begin();
    },
    handle: (request, response) => fastify.routing(request, response),
    inject: (request) => inject(app, request),
    stream: (request) => stream(app, request),
    leave: () => inFlight.leave(),
    finish: (withinMs) => finishWork(app, withinMs),
    listen: (address) => listeners.listen(address),
    listenInternal: (address) => listeners.listenInternal(address),
    stop: () => (stopped ??= stop()),
  };
}

export async function inject(
  app: NestFastifyApplication,
  request: InjectedRequest,
): Promise<{ statusCode: number; payload: string }> {
  const { statusCode, payload } = await app.inject(request);
  return { statusCode, payload };
}

const textHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export async function stream(
  app: NestFastifyApplication,
  request: InjectedRequest,
): Promise<{ statusCode: number; headers: Record<string, string>; body: Readable }> {
  const answer = await app.inject({ ...request, payloadAsStream: true });
  return { statusCode: answer.statusCode, headers: textHeaders(answer.headers), body: answer.stream() };
}
