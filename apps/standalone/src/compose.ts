import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { consumerNames } from '@skyshelf/services';
import { systemClock } from '@skyshelf/tokens';
import { createLogger, processMetrics, type Logger } from '@skyshelf/telemetry';
import { makeServices, type Services } from './make-services.js';
import type { StandaloneDeps } from './standalone.config.js';

export interface ServedRoute {
  method: string;
  path: string;
}

export interface Composition {
  services: Services;
  routes: readonly ServedRoute[];
  bus: EventBus;
  logger: Logger;
  stop(): Promise<void>;
}

/** Listens nowhere yet. */
export async function compose(deps: StandaloneDeps): Promise<Composition> {
  const logger = createLogger({
    service: 'standalone',
    level: deps.config.logLevel,
    destination: deps.logs,
  });
  const { openBus = createInProcessBus, ...retryOptions } = deps.retryOptions ?? {};
  const bus = openBus({
    logger,
    clock: systemClock,
    metrics: { registry: processMetrics },
    consumers: consumerNames,
    ...retryOptions,
  });
  const routes: ServedRoute[] = [];
  const services = await makeServices(deps, bus, {
    gateway: { configure: (app) => listRoutes(app, routes) },
  });
  for (const service of Object.values(services)) await service.start();
  return { services, routes, bus, logger, stop: () => stopAll(services, bus) };
}

function listRoutes(app: NestFastifyApplication, routes: ServedRoute[]): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook(
      'onRoute',
      ({ method, url }) => void routes.push(...[method].flat().map((each) => ({ method: each, path: url }))),
    );
}

/** The gateway first; last the bus. */
async function stopAll(services: Services, bus: EventBus): Promise<void> {
  await services.gateway.stop();
  await Promise.all(Object.values(services).map((service) => service.stop()));
  await bus.close();
}
