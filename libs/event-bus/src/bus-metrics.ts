import {
  createMetrics,
  declareCounter,
  declareGauge,
  declareHistogram,
  type Counter,
  type DeclaredMetric,
  type Histogram,
  type MetricRegistry,
} from '@skyshelf/telemetry';

export type Outcome = 'handled' | 'skipped' | 'repeated' | 'parked' | 'dropped';

export interface Backlog {
  /** Events handed over and not yet passed. */
  waiting: number;
  /** Milliseconds; 0 when nothing waits. */
  oldestAgeMs: number;
  parked: number;
  paused: boolean;
}

export interface BusMetrics {
  events: Counter<'type' | 'outcome'>;
  retries: Counter<'type'>;
  outages: Counter;
  /** Gaps filled from the source, by source. */
  gaps: Counter<'source'>;
  handling: Histogram<'type'>;
  delay: Histogram;
}

export function createBusMetrics(
  consumer: string,
  registry: MetricRegistry,
  backlog: () => Backlog | null | Promise<Backlog | null>,
): BusMetrics {
  const metrics = createMetrics(consumer, registry);
  // One query for all gauges of a scrape.
  let reading: Promise<Backlog | null> | null = null;
  const read = () => (reading ??= Promise.resolve(backlog()).finally(() => (reading = null)));
  for (const { gauge, value } of gauges) {
    metrics.gauge(gauge, async (it) => {
      const now = await read();
      it.set({}, now ? value(now) : 0);
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

const lagEvents = declareGauge({
  name: 'skyshelf_bus_lag_events',
  help: 'Events handed to the consumer that it has not passed yet.',
});
const lagSeconds = declareGauge({
  name: 'skyshelf_bus_lag_seconds',
  help: 'Age of the oldest event that the consumer has not passed yet.',
});
const parked = declareGauge({
  name: 'skyshelf_bus_parked_entries',
  help: 'Drives, and single events, that are parked for an operator.',
});
const paused = declareGauge({
  name: 'skyshelf_bus_paused',
  help: '1 while the consumer waits out an outage, else 0.',
});

const gauges: { gauge: DeclaredMetric<never>; value(backlog: Backlog): number }[] = [
  { gauge: lagEvents, value: ({ waiting }) => waiting },
  { gauge: lagSeconds, value: ({ oldestAgeMs }) => oldestAgeMs / 1000 },
  { gauge: parked, value: (backlog) => backlog.parked },
  { gauge: paused, value: (backlog) => Number(backlog.paused) },
];

const type = { type: 'type of the event' };

const counters = {
  events: declareCounter({
    name: 'skyshelf_bus_events_total',
    help: 'Events by what became of them at the consumer.',
    labels: {
      type: 'type of the event; `unknown` for one that this version does not know',
      outcome: '`handled`, `skipped`, `repeated`, `outdated`, `parked` or `dropped`',
    },
  }),
  retries: declareCounter({
    name: 'skyshelf_bus_retries_total',
    help: 'Failed tries of handlers.',
    labels: type,
  }),
  outages: declareCounter({
    name: 'skyshelf_bus_outages_total',
    help: 'Errors of database, network or other services.',
  }),
  gaps: declareCounter({
    name: 'skyshelf_bus_gaps_total',
    help: 'Gaps filled from the source of the events.',
    labels: { source: 'the service whose events they are' },
  }),
};

const times = {
  handling: declareHistogram({
    name: 'skyshelf_bus_handling_duration_seconds',
    help: 'Time of a handler with its effect.',
    labels: type,
  }),
  delay: declareHistogram({
    name: 'skyshelf_bus_delay_seconds',
    help: 'From the event to the end of its handler.',
  }),
};
