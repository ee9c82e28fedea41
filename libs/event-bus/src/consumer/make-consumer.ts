import type { ServiceName } from '@skyshelf/contracts';
import { RestoreEpochs } from '@skyshelf/event-store';
import { MetricRegistry } from '@skyshelf/telemetry';
import { createBusMetrics, type Backlog } from '../bus-metrics.js';
import type { BusOptions } from '../bus-options.js';
import type { Consumer, EventSource } from '../port.js';
import { DurableConsumer } from './durable-consumer.js';
import { defaultOutagePause, defaultRetry, pauseForReal } from './pause.js';

export interface ConsumerContext {
  sourceOf(service: ServiceName): EventSource | undefined;
  /** null when the consumer has stopped. */
  backlog(consumer: DurableConsumer): Backlog | null | Promise<Backlog | null>;
}

export function makeConsumer(
  consumer: Consumer,
  options: BusOptions,
  { sourceOf, backlog }: ConsumerContext,
): DurableConsumer {
  const {
    logger,
    clock,
    metrics = { registry: new MetricRegistry() },
    pause = pauseForReal,
    retry,
    outagePause,
    concurrency = 16,
    pollMs = 2_000,
  } = options;
  const durable: DurableConsumer = new DurableConsumer({
    consumer,
    log: logger,
    clock,
    pause,
    concurrency,
    pollMs,
    metrics: createBusMetrics(consumer.name, metrics.registry, () => backlog(durable)),
    retry: { ...defaultRetry, ...retry },
    outagePause: { ...defaultOutagePause, ...outagePause },
    epochs: new RestoreEpochs(consumer.db),
    sourceOf,
  });
  return durable;
}
