import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** What became of an event at a consumer. */
export type Outcome = 'handled' | 'skipped' | 'repeated' | 'parked' | 'dropped';

/** What a consumer says about itself when the metrics are read. */
export interface Backlog {
  consumer: string;
  /** Events handed over and not yet passed. */
  waiting: number;
  /** Age of the oldest of them, milliseconds; 0 without any. */
  oldestAgeMs: number;
  parked: number;
  paused: boolean;
}

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** The metrics of the consumers of one bus. One instance a registry: `busMetricsOf`. */
export class BusMetrics {
  private readonly backlogs = new Set<() => Backlog>();
  private readonly events;
  private readonly retries;
  private readonly outages;
  private readonly gaps;
  private readonly handling;
  private readonly delay;

  constructor(registry: Registry) {
    const registers = [registry];
    const name = (rest: string): string => `skyshelf_bus_${rest}`;
    this.events = new Counter({ name: name('events_total'), help: 'Events by what became of them.', labelNames: ['consumer', 'type', 'outcome'], registers });
    this.retries = new Counter({ name: name('retries_total'), help: 'Failed tries of handlers.', labelNames: ['consumer', 'type'], registers });
    this.outages = new Counter({ name: name('outages_total'), help: 'Errors of the surroundings: database, network, neighbours.', labelNames: ['consumer'], registers });
    this.gaps = new Counter({ name: name('gaps_total'), help: 'Gaps filled from the source.', labelNames: ['consumer', 'source'], registers });
    this.handling = new Histogram({ name: name('handle_seconds'), help: 'Time of a handler with its effect.', labelNames: ['consumer', 'type'], buckets: SECONDS, registers });
    this.delay = new Histogram({ name: name('delay_seconds'), help: 'From the event to the end of its handler.', labelNames: ['consumer'], buckets: SECONDS, registers });
    const gauge = (rest: string, help: string, value: (backlog: Backlog) => number): void => {
      const { backlogs } = this;
      new Gauge({
        name: name(rest), help, labelNames: ['consumer'], registers,
        collect() {
          for (const read of backlogs) {
            const backlog = read();
            this.set({ consumer: backlog.consumer }, value(backlog));
          }
        },
      });
    };
    gauge('lag_events', 'Events handed over and not yet passed.', ({ waiting }) => waiting);
    gauge('lag_seconds', 'Age of the oldest event not yet passed.', ({ oldestAgeMs }) => oldestAgeMs / 1000);
    gauge('parked', 'Drives and events parked for an operator.', ({ parked }) => parked);
    gauge('paused', '1 while the consumer waits for its surroundings.', ({ paused }) => Number(paused));
  }

  /** @returns what takes the consumer out of the gauges' reading */
  watch(backlog: () => Backlog): () => void {
    this.backlogs.add(backlog);
    return () => this.backlogs.delete(backlog);
  }

  passed(consumer: string, type: string, outcome: Outcome): void {
    this.events.inc({ consumer, type, outcome });
  }

  handled(consumer: string, type: string, seconds: number, delaySeconds: number): void {
    this.passed(consumer, type, 'handled');
    this.handling.observe({ consumer, type }, seconds);
    this.delay.observe({ consumer }, delaySeconds);
  }

  retried(consumer: string, type: string): void {
    this.retries.inc({ consumer, type });
  }

  outage(consumer: string): void {
    this.outages.inc({ consumer });
  }

  gap(consumer: string, source: string): void {
    this.gaps.inc({ consumer, source });
  }
}

const known = new WeakMap<Registry, BusMetrics>();

/** The bus metrics of a registry; made on first use, so that two buses of a process may share it. */
export function busMetricsOf(registry: Registry): BusMetrics {
  const found = known.get(registry) ?? new BusMetrics(registry);
  known.set(registry, found);
  return found;
}
