import type { HrTime } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type MetricData,
} from '@opentelemetry/sdk-metrics';
import type { MetricRegistry, CollectedMetric } from './metric-registry.js';

const DOUBLE = 1;
const hrTime = (ms: number): HrTime => [Math.trunc(ms / 1000), Math.round((ms % 1000) * 1e6)];

/** The same names, labels and numbers as at `/metrics`, for OpenTelemetry's SDK. */
export function registryProducer(registry: MetricRegistry): { collect(): Promise<CollectionResult> } {
  const startTime = hrTime(performance.timeOrigin);
  return {
    collect: async () => {
      const collected = await registry.collect();
      const times = { startTime, endTime: hrTime(Date.now()) };
      const metrics = collected.flatMap((metric) => dataOf(metric, times) ?? []);
      const scopeMetrics = [{ scope: { name: '@skyshelf/telemetry' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

function dataOf(metric: CollectedMetric, times: Times): MetricData | null {
  const { name, help, type, values } = metric;
  const base = {
    descriptor: { name, description: help, unit: '', valueType: DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  if (type === 'counter') return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (type === 'gauge') return { ...base, dataPointType: DataPointType.GAUGE, dataPoints };
  if (type !== 'histogram') return null;
  return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) };
}

type HistogramPoint = Extract<MetricData, { dataPointType: DataPointType.HISTOGRAM }>['dataPoints'][number];

/** One point for each set of labels, from cumulative `_bucket`, `_sum` and `_count`. */
function histograms({ name, values }: CollectedMetric, times: Times): HistogramPoint[] {
  const points = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...points].map(([labels, lines]) => {
    const last = (suffix: string) =>
      lines.find(({ metricName }) => metricName === `${name}${suffix}`)?.value ?? 0;
    const buckets = lines
      .filter(({ labels: { le } }) => le !== undefined)
      .map(({ labels: { le }, value }) => ({ bound: le === '+Inf' ? Infinity : Number(le), value }))
      .toSorted((a, b) => a.bound - b.bound);
    return {
      ...times,
      attributes: JSON.parse(labels) as Record<string, string>,
      value: {
        sum: last('_sum'),
        count: last('_count'),
        buckets: {
          boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
          counts: buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0)),
        },
      },
    };
  });
}
