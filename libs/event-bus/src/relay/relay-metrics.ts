import {
  createMetrics,
  declareCounter,
  declareGauge,
  type Counter,
  type DeclaredMetric,
  type MetricRegistry,
} from '@skyshelf/telemetry';

const outboxEvents = declareGauge({
  name: 'skyshelf_outbox_events',
  help: 'Events of the service that are not yet published.',
});
const outboxAge = declareGauge({
  name: 'skyshelf_outbox_age_seconds',
  help: 'Age of the oldest event not yet published.',
});
const published = declareCounter({ name: 'skyshelf_relay_published_total', help: 'Events published.' });
const failures = declareCounter({
  name: 'skyshelf_relay_failures_total',
  help: 'Rounds and hand-overs of the relay that failed.',
});

interface Depth {
  events: number;
  oldestAgeMs: number;
}

export interface RelayMetrics {
  published: Counter;
  failures: Counter;
}

/** @param depth called at each scrape; null when unknown */
export function createRelayMetrics(
  service: string,
  registry: MetricRegistry,
  depth: () => Promise<Depth | null>,
): RelayMetrics {
  const metrics = createMetrics(service, registry);
  // One query for both gauges of a scrape.
  let reading: Promise<Depth | null> | null = null;
  const read = () => (reading ??= depth().finally(() => (reading = null)));
  const gauge = (declared: DeclaredMetric<never>, value: (depth: Depth) => number): void => {
    metrics.gauge(declared, async (it) => {
      const now = await read();
      if (now) it.set({}, value(now));
    });
  };
  gauge(outboxEvents, ({ events }) => events);
  gauge(outboxAge, ({ oldestAgeMs }) => oldestAgeMs / 1000);
  return { published: metrics.counter(published), failures: metrics.counter(failures) };
}
