import { Counter, Gauge, type Registry } from 'prom-client';

interface Depth {
  events: number;
  oldestAgeMs: number;
}

/** The metrics of the relays of one registry. */
export class RelayMetrics {
  private readonly depths = new Map<string, () => Promise<Depth | null>>();
  private readonly publishedEvents;
  private readonly failures;

  constructor(registry: Registry) {
    const registers = [registry];
    const { depths } = this;
    this.publishedEvents = new Counter({ name: 'skyshelf_relay_published_total', help: 'Events handed to the bus.', labelNames: ['service'], registers });
    this.failures = new Counter({ name: 'skyshelf_relay_failures_total', help: 'Rounds and hand-overs that failed.', labelNames: ['service'], registers });
    const age = new Gauge({ name: 'skyshelf_outbox_age_seconds', help: 'Age of the oldest event not yet published.', labelNames: ['service'], registers });
    new Gauge({
      name: 'skyshelf_outbox_depth', help: 'Events not yet published.', labelNames: ['service'], registers,
      async collect() {
        for (const [service, read] of depths) {
          const depth = await read();
          if (!depth) continue;
          this.set({ service }, depth.events);
          age.set({ service }, depth.oldestAgeMs / 1000);
        }
      },
    });
  }

  /** @param depth answers null when it can't tell now */
  watch(service: string, depth: () => Promise<Depth | null>): () => void {
    this.depths.set(service, depth);
    return () => this.depths.delete(service);
  }

  published(service: string, events: number): void {
    this.publishedEvents.inc({ service }, events);
  }

  failed(service: string): void {
    this.failures.inc({ service });
  }
}

const known = new WeakMap<Registry, RelayMetrics>();

/** The relay metrics of a registry; made on first use, so that the relays of a process share it. */
export function relayMetricsOf(registry: Registry): RelayMetrics {
  const found = known.get(registry) ?? new RelayMetrics(registry);
  known.set(registry, found);
  return found;
}
