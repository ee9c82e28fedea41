import { Registry, type RegistryContentType } from 'prom-client';

export const OPEN_METRICS = Registry.OPENMETRICS_CONTENT_TYPE;
export const PROMETHEUS = Registry.PROMETHEUS_CONTENT_TYPE;

/** prom-client keeps exemplars only in a registry of this type. */
export function openRegistry(): Registry {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(OPEN_METRICS);
  return registry as unknown as Registry;
}

interface Collected {
  get(): Promise<{ name: string }>;
}
/** Unpublished in prom-client. */
interface Writer {
  getMetricsAsString(metric: Collected): Promise<string>;
}

/** In either type: prom-client itself supports one a registry, and would rename its counters. */
export async function metricText(
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

/** In OpenMetrics a counter's family has no `_total`; its samples have. */
const family = (metric: Collected): Collected => ({
  get: async () => {
    const snapshot = await metric.get();
    return { ...snapshot, name: snapshot.name.replace(/_total$/, '') };
  },
});
