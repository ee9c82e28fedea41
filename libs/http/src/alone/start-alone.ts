import { loadConfigs, type Environment } from '@skyshelf/config';
import { createLogger, startTracing, type Logger } from '@skyshelf/telemetry';
import type { z, ZodObject } from 'zod';
import { createService, type CreatedService } from '../create-service.js';
import type { ServiceDefinition, ServiceRuntime } from '../runtime.js';
import { openAloneRuntime, type AloneRuntime } from './alone-runtime.js';
import { ClosingStack, type Close } from './closing-stack.js';
import { processConfig } from './process.config.js';

export interface AloneOptions<R extends ServiceRuntime, S extends ZodObject> {
  /** The service's own settings, read together with those of every process. */
  settings: S;
  /** Adds the ports of the service; `onStop` takes what has to be closed after the service has stopped, last first. */
  widen(base: AloneRuntime, config: Readonly<z.infer<S>>, onStop: (close: Close) => void): Promise<R> | R;
  env?: Environment;
  /** Who asks the process to stop; default its own SIGTERM and SIGINT. */
  signals?: Pick<NodeJS.Process, 'once' | 'off'>;
}

/** A service that listens in a process of its own. */
export interface AloneService {
  service: CreatedService;
  address: string;
  /** Finishes what has begun and closes everything; as on SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Runs one service as a process of its own, as its main.ts does: settings from the environment, database, tracing, background work, listening; and a stop
 * in order on SIGTERM or SIGINT.
 * @throws ConfigError that names every wrong setting; whatever keeps the service from starting, after everything opened is closed again
 */
export async function startAlone<R extends ServiceRuntime, S extends ZodObject>(
  definition: ServiceDefinition<R>,
  { settings, widen, env = process.env, signals = process }: AloneOptions<R, S>,
): Promise<AloneService> {
  const [config, own] = loadConfigs(processConfig, settings, env, { service: definition.name });
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const open = new ClosingStack();
  try {
    const tracing = await startTracing({ service: definition.name, endpoint: config.otlpEndpoint });
    open.add(() => tracing.stop());
    const runtime = await openAloneRuntime(definition.name, config, logger, open);
    const service = await createService(definition, await widen(runtime, own, (close) => open.add(close)));
    open.add(() => service.stop());
    await service.start();
    const address = await service.listen({ host: config.host, port: config.port });
    logger.info({ address }, 'ready');
    return { service, address, stop: stopOn(signals, open, logger) };
  } catch (error) {
    await open.closeAll();
    throw error;
  }
}

function stopOn(
  signals: Pick<NodeJS.Process, 'once' | 'off'>,
  open: ClosingStack,
  logger: Logger,
): () => Promise<void> {
  const names = ['SIGTERM', 'SIGINT'] as const;
  const stop = (): Promise<void> => {
    for (const name of names) signals.off(name, onSignal);
    return open.closeAll();
  };
  const onSignal = (): void => {
    stop().catch((error: unknown) => {
      logger.fatal({ err: error }, 'did not stop cleanly');
      process.exitCode = 1;
    });
  };
  for (const name of names) signals.once(name, onSignal);
  return stop;
}
