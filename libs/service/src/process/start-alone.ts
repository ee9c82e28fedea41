import { loadConfigs, type Environment } from '@skyshelf/config';
import { createLogger, startTracing } from '@skyshelf/telemetry';
import type { z, ZodObject } from 'zod';
import { createService, type CreatedService } from '../create-service.js';
import type { ServiceDefinition, ServiceRuntime } from '../runtime.js';
import { openAloneRuntime, type AloneRuntime } from './alone-runtime.js';
import { ClosingStack, type Close } from './closing-stack.js';
import { processConfig } from './process.config.js';
import { stopOnSignal, type ProcessEnd } from './stop-on-signal.js';

export interface AloneOptions<R extends ServiceRuntime, S extends ZodObject> {
  /** The service's own settings, read together with those of every process. */
  settings: S;
  /** Adds the ports of the service; `onStop` takes what has to be closed after the service has stopped, last first. */
  widen(base: AloneRuntime, config: Readonly<z.infer<S>>, onStop: (close: Close) => void): Promise<R> | R;
  env?: Environment;
  /** Who asks the process to stop, and how it ends; default `process` itself. */
  end?: ProcessEnd;
}

/** How long a stopping process waits for requests that have begun, milliseconds. */
const FINISH_MS = 25_000;

/** A service that listens in a process of its own. */
export interface AloneService {
  service: CreatedService;
  address: string;
  /** Finishes what has begun and closes everything; as on SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Runs one service as a process of its own, as its main.ts does: settings from the environment, database, tracing, background work, listening; and a stop
 * in order on SIGTERM or SIGINT: for DRAIN_MS it says that it is not ready and goes on, then it takes nothing new and finishes what has begun.
 * @throws ConfigError that names every wrong setting; whatever keeps the service from starting, after everything opened is closed again
 */
export async function startAlone<R extends ServiceRuntime, S extends ZodObject>(
  definition: ServiceDefinition<R>,
  { settings, widen, env = process.env, end = process }: AloneOptions<R, S>,
): Promise<AloneService> {
  const [config, own] = loadConfigs(processConfig, settings, env, { service: definition.name });
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const open = new ClosingStack();
  try {
    const tracing = await startTracing({
      service: definition.name,
      replica: config.replica,
      endpoint: config.otlpEndpoint,
      ratio: config.traceShare,
    });
    open.add(() => tracing.stop());
    const runtime = await openAloneRuntime(definition.name, config, logger, open);
    const service = await createService(definition, await widen(runtime, own, (close) => open.add(close)), {
      drainMs: FINISH_MS,
    });
    open.add(() => service.stop());
    await service.start();
    const address = await service.listen({ host: config.host, port: config.port });
    logger.info({ address }, 'ready');
    const steps = { leave: () => service.leave(), drainMs: config.drainMs, close: () => open.closeAll() };
    return { service, address, stop: stopOnSignal(end, steps, logger) };
  } catch (error) {
    await open.closeAll();
    throw error;
  }
}
