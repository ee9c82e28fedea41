import { Registry, type MetricObject } from 'prom-client';

export const OPEN_METRICS = Registry.OPENMETRICS_CONTENT_TYPE;

/** prom-client's own text of one metric; only its type is not published. */
interface Writer {
  getMetricsAsString(metric: Pick<MetricObject, 'name'>): Promise<string>;
}
interface Collected {
  type: unknown;
  get(): Promise<{ name: string }>;
}

/** A registry in OpenMetrics, which has exemplars. prom-client would rename the counters of the registry itself. */
export async function openMetricsText(registry: Registry): Promise<string> {
  const writer = new Registry(OPEN_METRICS) as unknown as Writer;
  const metrics = registry.getMetricsAsArray() as unknown as readonly Collected[];
  const texts = await Promise.all(metrics.map((metric) => writer.getMetricsAsString(family(metric))));
  return `${texts.join('\n')}\n# EOF\n`;
}

/** In OpenMetrics the family of a counter has no `_total`; its samples have. */
function family(metric: Collected): Pick<MetricObject, 'name'> & Pick<Collected, 'get'> {
  const get = async () => {
    const told = await metric.get();
    return told.name.endsWith('_total') ? { ...told, name: told.name.slice(0, -'_total'.length) } : told;
  };
  return { name: '', get };
}
