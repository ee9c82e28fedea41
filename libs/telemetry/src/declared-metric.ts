import type { MetricDefinition } from './metrics.js';

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** Listed in docs/telemetry.md. */
export interface DeclaredMetric<L extends string = string> extends MetricDefinition<L> {
  type: MetricType;
  labels: readonly L[];
  /** Of labels with few values. */
  meanings: Readonly<Record<L, string>>;
  /** Only where each service is a process of its own. */
  only?: 'cluster' | undefined;
  buckets?: readonly number[] | undefined;
}
