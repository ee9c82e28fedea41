import { createMetrics, type Counter, type Histogram, type MetricRegistry } from '@skyshelf/telemetry';

/** What became of an event at a consumer. */
export type Outcome = 'handled' | 'skipped' | 'repeated' | 'parked' | 'dropped';

/** What a consumer says about itself when the metrics are read. */
export interface Backlog {
  /** Events handed over and not yet passed. */
  waiting: number;
  /** Age of the oldest of them, milliseconds; 0 without any. */
  oldestAgeMs: number;
  parked: number;
  paused: boolean;
}

/** The metrics of one consumer; its name is their `service`. */
export interface BusMetrics {
  /** Events by type and what became of them. */
  events: Counter<'type' | 'outcome'>;
  retries: Counter<'type'>;
  outages: Counter;
  /** Gaps filled from the source, by source. */
  gaps: Counter<'source'>;
  handling: Histogram<'type'>;
  delay: Histogram;
}

/** @param backlog is asked at each scrape; null when the consumer has stopped */
export function createBusMetrics(
  consumer: string,
  registry: MetricRegistry,
  backlog: () => Backlog | null,
): BusMetrics {
  const metrics = createMetrics(consumer, registry);
  for (const { name, help, value } of gauges) {
    metrics.gauge({ name, help }, (gauge) => {
      const now = backlog();
      gauge.set({}, now ? value(now) : 0);
    });
  }
  return {
    events: metrics.counter(counters.events),
    retries: metrics.counter(counters.retries),
    outages: metrics.counter(counters.outages),
    gaps: metrics.counter(counters.gaps),
    handling: metrics.histogram(times.handling),
    delay: metrics.histogram(times.delay),
  };
}

const gauges: {
  name: `skyshelf_bus_${string}`;
  help: string;
  value(backlog: Backlog): number;
}[] = [
  {
    name: 'skyshelf_bus_lag_events',
    help: 'Events handed to the consumer that it has not passed yet.',
    value: ({ waiting }) => waiting,
  },
  {
    name: 'skyshelf_bus_lag_seconds',
    help: 'Age of the oldest event that the consumer has not passed yet.',
    value: ({ oldestAgeMs }) => oldestAgeMs / 1000,
  },
  {
    name: 'skyshelf_bus_parked',
    help: 'Streams and events that are parked for an operator.',
    value: ({ parked }) => parked,
  },
  {
    name: 'skyshelf_bus_paused',
    help: '1 while the consumer waits for its surroundings.',
    value: ({ paused }) => Number(paused),
  },
];

const counters = {
  events: {
    name: 'skyshelf_bus_events_total',
    help: 'Events by what became of them.',
    labels: ['type', 'outcome'],
  },
  retries: { name: 'skyshelf_bus_retries_total', help: 'Failed tries of handlers.', labels: ['type'] },
  outages: {
    name: 'skyshelf_bus_outages_total',
    help: 'Errors of the surroundings: database, network, neighbours.',
  },
  gaps: {
    name: 'skyshelf_bus_gaps_total',
    help: 'Gaps filled from the source of the events.',
    labels: ['source'],
  },
} as const;

const times = {
  handling: {
    name: 'skyshelf_bus_handle_seconds',
    help: 'Time of a handler with its effect.',
    labels: ['type'],
  },
  delay: { name: 'skyshelf_bus_delay_seconds', help: 'From the event to the end of its handler.' },
} as const;
