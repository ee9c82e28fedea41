import { ConfigError, type Environment, loadConfig, loadConfigs } from '@skyshelf/config';
import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import { createLogger, logWarnings, startTracing } from '@skyshelf/telemetry';
import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreSettings } from '@skyshelf/object-store/config';
import type { ZodObject } from 'zod';
import { type CreatedService, createService } from '../create-service.js';
import type { Service, ServiceFacts } from '../define/define-service.js';
import type { StatefulRuntime } from '../define/stateful-runtime.js';
import { waitUntilPrepared } from '../prepare/missing-parts.js';
import { ClosingStack } from './closing-stack.js';
import { openPorts } from './open-ports.js';
import { openProcessRuntime } from './process-runtime.js';
import { processConfig, publicListenConfig, tracingOf } from './process.config.js';
import { type ProcessEnd, stopOnSignal } from './stop-on-signal.js';

export const serviceSettings = ({
  config,
  consumes,
  publishes,
  objects,
  process,
  isPublic,
}: ServiceFacts): ZodObject =>
  config.extend({
    ...(isPublic && publicListenConfig.shape),
    ...((publishes || consumes.length > 0) && kafkaConfig.shape),
    ...(objects && objectStoreSettings),
    ...process?.settings.shape,
  });

export interface ServiceProcessOptions {
  env?: Environment;
  /** Default: `process`. */
  end?: ProcessEnd;
}

/** Milliseconds for running requests at a stop. */
const FINISH_MS = 25_000;

export interface ServiceProcess {
  service: CreatedService;
  address: string;
  /** null where it has none. */
  publicAddress: string | null;
  stop(): Promise<void>;
}

/**
 * Settings, database, tracing, background work, listening; on SIGTERM or SIGINT it is not ready for DRAIN_MS
 * but goes on, then finishes what has begun.
 * @throws ConfigError that names every wrong setting; whatever keeps the service from starting, with
 * everything closed again
 */
export async function startServiceProcess<R extends StatefulRuntime<unknown>>(
  definition: Service<R>,
  { env = process.env, end = process }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const { name } = definition;
  const [config] = loadConfigs(processConfig, serviceSettings(definition), env, { service: name });
  const logger = createLogger({ service: name, level: config.logLevel });
  logWarnings(logger);
  const open = new ClosingStack();
  try {
    const tracing = await startTracing({
      service: name,
      replica: config.replica,
      ...tracingOf(config),
    });
    open.add(() => tracing.stop());
    const base = await openProcessRuntime(name, config, logger, open);
    if (config.isPrepared) await waitUntilPrepared(definition, base, env);
    const runtime = await openPorts(definition, base, { env, open });
    const service = await createService(definition, runtime, { drainMs: FINISH_MS });
    open.add(() => service.stop());
    await service.start();
    const address = await service.listenInternal({ host: config.internalHost, port: config.internalPort });
    const publicAddress = await listenForPeople(definition, service, env);
    const version = PRODUCT_VERSION;
    logger.info({ version, address, ...(publicAddress && { publicAddress }) }, 'ready');
    const { drainMs, finishSeconds } = config;
    const steps = {
      leave: () => service.leave(),
      drainMs,
      close: () => open.closeAll(),
      finishMs: finishSeconds * 1000,
      finish: (withinMs: number) => service.finish(withinMs),
    };
    return { service, address, publicAddress, stop: stopOnSignal(end, steps, logger) };
  } catch (error) {
    await open.closeAll();
    throw error;
  }
}

async function listenForPeople(
  { name, isPublic }: Pick<Service<StatefulRuntime<unknown>>, 'name' | 'isPublic'>,
  service: Pick<CreatedService, 'listen'>,
  env: Environment,
): Promise<string | null> {
  return isPublic ? service.listen(loadConfig(publicListenConfig, env, { service: name })) : null;
}

const EX_CONFIG = 78;

/** SIGTERM ends a process without a handler with this code. */
const TERMINATED = 143;

/**
 * A wrong setting is reported without a stack. SIGTERM ends an unfinished start, even of a container's first
 * process, for which the system's default action doesn't apply.
 */
export async function runMain(start: () => Promise<unknown>): Promise<void> {
  const end = () => process.exit(TERMINATED);
  process.on('SIGTERM', end);
  try {
    await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = EX_CONFIG;
  } finally {
    process.off('SIGTERM', end);
  }
}
