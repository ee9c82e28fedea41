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
export function createRelayMetrics(service: string, registry: MetricRegistry, depth: () => Promise<Depth | null>): RelayMetrics {
  const metrics = createMetrics(service, registry);
  const age = metrics.gauge({ name: 'skyshelf_outbox_age_seconds', help: 'Age of the oldest event not yet published.' });
  metrics.gauge({ name: 'skyshelf_outbox_events', help: 'Events not yet published.' }, async (gauge) => {
    const now = await depth();
    if (!now) return;
    gauge.set({}, now.events);
    age.set({}, now.oldestAgeMs / 1000);
  });
  return {
    published: metrics.counter({ name: 'skyshelf_relay_published_total', help: 'Events published.' }),
    failures: metrics.counter({ name: 'skyshelf_relay_failures_total', help: 'Rounds and hand-overs of the relay that failed.' }),
  };
}
