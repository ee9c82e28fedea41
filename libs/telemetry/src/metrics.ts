import { setTimeout as sleep } from 'node:timers/promises';
import { isSpanContextValid, trace, TraceFlags, type Context } from '@opentelemetry/api';
import { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram } from 'prom-client';
import { processMetrics, type MetricDeclaration, type MetricRegistry } from './metric-registry.js';
import { activeContext } from './trace-context.js';
import { isTracing } from './tracing-state.js';

export interface MetricDefinition<L extends string> {
  /** `skyshelf_<what>_<unit>`; counters end in `_total`. Base units: seconds, bytes. */
  name: `skyshelf_${string}`;
  help: string;
  labels?: readonly L[];
}

export type Labels<L extends string> = Readonly<Record<L, string>>;

export interface Counter<L extends string = never> {
  add(labels: Labels<L>, by?: number): void;
}
export interface Gauge<L extends string = never> {
  /** null: no longer known. */
  set(labels: Labels<L>, value: number | null): void;
  add(labels: Labels<L>, by: number): void;
}
export interface Histogram<L extends string = never> {
  /** OpenMetrics names the trace of `within` where it is recorded. Default: the active context. */
  observe(labels: Labels<L>, value: number, within?: Context): void;
}

/** The same definition gives the same metric. */
export interface Metrics {
  counter<L extends string = never>(definition: MetricDefinition<L>): Counter<L>;
  /** `read` is called at each scrape and sets the current value. */
  gauge<L extends string = never>(
    definition: MetricDefinition<L>,
    read?: (gauge: Gauge<L>) => Promise<void> | void,
  ): Gauge<L>;
  /** `buckets` are upper bounds in the metric's unit; default: 1 ms to 10 s, for seconds. */
  histogram<L extends string = never>(
    definition: MetricDefinition<L> & { buckets?: readonly number[] | undefined },
  ): Histogram<L>;
  registry: MetricRegistry;
}

/** Unit: seconds. The bounds of `npm run bench` fall on the steps around 5 ms and 150 ms. */
export const durationBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10,
] as const;

const declare = (
  type: MetricDeclaration['type'],
  { name, help, labels = [] }: MetricDefinition<string>,
): MetricDeclaration => ({
  name,
  help,
  type,
  labels: ['service', ...labels],
});

/** Several services may set the same gauge at a scrape. */
const readers = new WeakMap<PromGauge, (() => Promise<void> | void)[]>();

/** Prometheus waits 10 s for all figures. */
const READ_MS = 1_000;

/** Figures are needed most while a database is away: a gauge that can't be read keeps its value, and no others back. */
async function inTime(read: () => Promise<void> | void): Promise<void> {
  const late = new AbortController();
  const reading = (async () => read())().catch(() => undefined);
  const waiting = sleep(READ_MS, undefined, { ref: false, signal: late.signal }).catch(() => undefined);
  await Promise.race([reading, waiting]);
  late.abort();
}

function obtainGauge(registry: MetricRegistry, declaration: MetricDeclaration): PromGauge {
  return registry.obtain(
    declaration,
    (register) =>
      new PromGauge({
        name: declaration.name,
        help: declaration.help,
        labelNames: declaration.labels,
        registers: [register],
        async collect() {
          await Promise.all((readers.get(this) ?? []).map(inTime));
        },
      }),
    PromGauge,
  );
}

const obtainHistogram = (
  registry: MetricRegistry,
  declaration: MetricDeclaration,
  buckets: readonly number[],
) =>
  registry.obtain(
    declaration,
    (register) =>
      new PromHistogram({
        name: declaration.name,
        help: declaration.help,
        labelNames: declaration.labels,
        buckets: [...buckets],
        registers: [register],
        enableExemplars: true,
      }),
    PromHistogram,
  );

/** Empty where it isn't recorded. */
function exemplarOf(within: Context | undefined): { trace_id?: string } {
  if (!isTracing()) return {};
  const span = trace.getSpanContext(within ?? activeContext());
  const isRecorded = span && isSpanContextValid(span) && (span.traceFlags & TraceFlags.SAMPLED) !== 0;
  return isRecorded ? { trace_id: span.traceId } : {};
}

/** Each metric has `service` as its first label. */
export function createMetrics(service: string, registry: MetricRegistry = processMetrics): Metrics {
  return {
    registry,
    counter(definition) {
      const declaration = declare('counter', definition);
      const { name, help, labels: labelNames } = declaration;
      const metric = registry.obtain(
        declaration,
        (register) => new PromCounter({ name, help, labelNames, registers: [register] }),
        PromCounter,
      );
      return { add: (labels, by = 1) => metric.inc({ service, ...labels }, by) };
    },
    gauge(definition, read) {
      const metric = obtainGauge(registry, declare('gauge', definition));
      const gauge = {
        set: (labels: object, value: number | null) =>
          value === null ? metric.remove({ service, ...labels }) : metric.set({ service, ...labels }, value),
        add: (labels: object, by: number) => metric.inc({ service, ...labels }, by),
      };
      if (read) readers.set(metric, [...(readers.get(metric) ?? []), () => read(gauge)]);
      return gauge;
    },
    histogram({ buckets = durationBuckets, ...definition }) {
      const metric = obtainHistogram(registry, declare('histogram', definition), buckets);
      return {
        observe: (labels, value, within) =>
          metric.observe({ labels: { service, ...labels }, value, exemplarLabels: exemplarOf(within) }),
      };
    },
  };
}
