import {
  Counter,
  Gauge,
  Histogram,
  collectDefaultMetrics,
  Registry,
  type RegistryContentType,
} from 'prom-client';

const OPEN_METRICS = Registry.OPENMETRICS_CONTENT_TYPE;
const PROMETHEUS = Registry.PROMETHEUS_CONTENT_TYPE;

export interface MetricDeclaration {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
}

export interface CollectedMetric {
  name: string;
  help: string;
  type: unknown;
  values: readonly CollectedValue[];
}
interface CollectedValue {
  metricName?: string;
  labels: Readonly<Record<string, string | number | undefined>>;
  value: number;
}

type Kind = Counter | Gauge | Histogram;

/** Each metric is declared once; its `service` label tells the services of a process apart. */
export class MetricRegistry {
  private readonly registry = openRegistry();
  private showsProcess = false;
  private readonly known = new Map<string, { declaration: MetricDeclaration; metric: Kind }>();

  /** @throws Error when the name stands for something else */
  obtain<M extends Kind>(
    declaration: MetricDeclaration,
    make: (registry: Registry) => M,
    type: new (...args: never[]) => M,
  ): M {
    const known = this.known.get(declaration.name);
    if (!known) {
      const metric = make(this.registry);
      this.known.set(declaration.name, { declaration, metric });
      return metric;
    }
    if (known.metric instanceof type && JSON.stringify(known.declaration) === JSON.stringify(declaration))
      return known.metric;
    throw new Error(`The metric ${declaration.name} is declared twice in different ways.`);
  }

  addProcessMetrics(): void {
    if (this.showsProcess) return;
    this.showsProcess = true;
    collectDefaultMetrics({ register: this.registry });
  }

  declared(): MetricDeclaration[] {
    return [...this.known.values()]
      .map(({ declaration }) => declaration)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  text(): Promise<string> {
    return metricText(this.registry, PROMETHEUS);
  }

  get contentType(): string {
    return PROMETHEUS;
  }

  /** OpenMetrics, for clients that accept it, has exemplars' traces. */
  async shown(accept: string | undefined): Promise<{ contentType: string; text: string }> {
    if (accept?.includes('application/openmetrics-text'))
      return { contentType: OPEN_METRICS, text: await metricText(this.registry, OPEN_METRICS) };
    return { contentType: this.contentType, text: await this.text() };
  }

  collect(): Promise<readonly CollectedMetric[]> {
    return this.registry.getMetricsAsJSON();
  }
}

/** It is used unless a test has its own. */
export const processMetrics = new MetricRegistry();

/** prom-client keeps exemplars only in a registry of this type. */
function openRegistry(): Registry {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(OPEN_METRICS);
  return registry as unknown as Registry;
}

interface Collected {
  get(): Promise<{ name: string }>;
}
/** It is not part of prom-client's types. */
interface Writer {
  getMetricsAsString(metric: Collected): Promise<string>;
}

/** prom-client itself supports one type a registry, and would rename its counters. */
async function metricText(
  registry: Registry,
  type: typeof OPEN_METRICS | typeof PROMETHEUS,
): Promise<string> {
  const registryOfType = new Registry<RegistryContentType>();
  registryOfType.setContentType(type);
  const writer = registryOfType as unknown as Writer;
  const metrics = registry.getMetricsAsArray() as unknown as readonly Collected[];
  const shown = type === OPEN_METRICS ? metrics.map(family) : metrics;
  const texts = await Promise.all(shown.map((metric) => writer.getMetricsAsString(metric)));
  return type === OPEN_METRICS ? `${texts.join('\n')}\n# EOF\n` : `${texts.join('\n\n')}\n`;
}

/** The family of a counter has no `_total` in OpenMetrics; its samples do. */
const family = (metric: Collected): Collected => ({
  get: async () => {
    const snapshot = await metric.get();
    return { ...snapshot, name: snapshot.name.replace(/_total$/, '') };
  },
});
