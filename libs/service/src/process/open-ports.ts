import { loadConfig, type Environment } from '@skyshelf/config';
import { createInProcessBus, kafkaConfig, openEventBus, type EventBus } from '@skyshelf/event-bus';
import { openObjectStore, type ObjectStore } from '@skyshelf/object-store';
import { objectStoreConfig } from '@skyshelf/object-store/config';
import type { Service } from '../define/define-service.js';
import type { StatefulRuntime } from '../define/stateful-runtime.js';
import { kafkaChecks } from '../health/health.js';
import type { HealthCheck } from '../runtime.js';
import type { ClosingStack } from './closing-stack.js';
import type { ProcessRuntime } from './process-ports.js';

type Base = Omit<ProcessRuntime, 'bus'>;

interface Opening {
  env: Environment;
  open: ClosingStack;
}

export async function openPorts<R extends StatefulRuntime<unknown>>(
  service: Service<R>,
  base: Base,
  { env, open }: Opening,
): Promise<R> {
  const { name, config, process: ports } = service;
  const objects = service.objects && (await openObjects(service, base, env));
  if (objects) open.add(() => objects.close());
  const { bus, checks } = openBus(service, base, env);
  // Handlers use the object store.
  open.add(() => bus.close());
  const shared = {
    ...base,
    bus,
    config: loadConfig(config, env, { service: name }),
    ...(objects && { objects }),
  };
  const own = await ports?.open(shared, env, (close) => open.add(close));
  const runtime = { ...shared, ...own, otherChecks: [...checks, ...(own?.otherChecks ?? [])] };
  // The compiler can't follow that `OwnPorts` is complete.
  return runtime as unknown as R;
}

const openObjects = (
  { name }: { name: string },
  { clock, process: { publicUrl, isPrepared } }: Base,
  env: Environment,
): Promise<ObjectStore & { close(): Promise<void> }> =>
  openObjectStore(loadConfig(objectStoreConfig, env, { service: name }), {
    service: name,
    clock,
    pageUrl: publicUrl,
    isPrepared,
  });

function openBus(
  { name, publishes, consumes }: Pick<Service<StatefulRuntime<unknown>>, 'name' | 'publishes' | 'consumes'>,
  base: Base,
  env: Environment,
): { bus: EventBus; checks: HealthCheck[] } {
  const { logger, clock, metrics } = base;
  if (!publishes && consumes.length === 0)
    return { bus: createInProcessBus({ logger, clock, metrics }), checks: [] };
  const config = loadConfig(kafkaConfig, env, { service: name });
  const bus = openEventBus(base, config, {
    service: name,
    replica: base.relayHolder,
    isPrepared: base.process.isPrepared,
  });
  return { bus, checks: kafkaChecks(config.kafkaBrokers) };
}
