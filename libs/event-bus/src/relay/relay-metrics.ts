import { createMetrics, type Counter, type MetricRegistry } from '@skyshelf/telemetry';

interface Depth {
  events: number;
  oldestAgeMs: number;
}

/** The metrics of a service's relay. */
export interface RelayMetrics {
  published: Counter;
  failures: Counter;
}

/** @param depth is asked at each scrape; null when it can't be told now */
export function createRelayMetrics(
  service: string,
  registry: MetricRegistry,
  depth: () => Promise<Depth | null>,
): RelayMetrics {
  const metrics = createMetrics(service, registry);
  // Both gauges are read at the same scrape: one question to the database for both.
  let reading: Promise<Depth | null> | null = null;
  const read = () => (reading ??= depth().finally(() => (reading = null)));
  const gauge = (name: `skyshelf_outbox_${string}`, help: string, value: (depth: Depth) => number): void => {
    metrics.gauge({ name, help }, async (it) => {
      const now = await read();
      if (now) it.set({}, value(now));
    });
  };
  gauge('skyshelf_outbox_events', 'Events not yet published.', ({ events }) => events);
  gauge(
    'skyshelf_outbox_age_seconds',
    'Age of the oldest event not yet published.',
    ({ oldestAgeMs }) => oldestAgeMs / 1000,
  );
  return {
    published: metrics.counter({ name: 'skyshelf_relay_published_total', help: 'Events published.' }),
    failures: metrics.counter({
      name: 'skyshelf_relay_failures_total',
      help: 'Rounds and hand-overs of the relay that failed.',
    }),
  };
}
