import type { MetricDefinition } from './metrics.js';

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric that stands in docs/telemetry.md; `createMetrics` takes it as it is. */
export interface DeclaredMetric<L extends string = string> extends MetricDefinition<L> {
  type: MetricType;
  labels: readonly L[];
  /** What each label says; its values are few. */
  meanings: Readonly<Record<L, string>>;
  /** Told only where each service is a process of its own. */
  only?: 'cluster' | undefined;
  buckets?: readonly number[] | undefined;
}
