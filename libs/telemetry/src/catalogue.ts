import type { SpanKind } from '@opentelemetry/api';
import type { MetricDefinition } from './metrics.js';

const metrics = new Map<string, DeclaredMetric>();
const spans = new Map<string, SpanDefinition<string>>();

function add<T extends { name: string }>(to: Map<string, T>, declaration: T): void {
  if (to.has(declaration.name)) throw new Error(`${declaration.name} is declared twice.`);
  to.set(declaration.name, declaration);
}

export const registerMetric = (metric: DeclaredMetric): void => add(metrics, metric);
export const registerSpan = (span: SpanDefinition<string>): void => add(spans, span);

const byName = <T extends { name: string }>(all: Map<string, T>): T[] =>
  [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Lists what the loaded modules declare: load the whole product for all. */
export const declaredMetrics = (): DeclaredMetric[] => byName(metrics);
export const declaredSpans = (): SpanDefinition<string>[] => byName(spans);

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** Listed in docs/telemetry.md. */
export interface DeclaredMetric<L extends string = string> extends MetricDefinition<L> {
  type: MetricType;
  labels: readonly L[];
  meanings: Readonly<Record<L, string>>;
  /** It exists only in a cluster, where each service has its own process. */
  only?: 'cluster' | undefined;
  buckets?: readonly number[] | undefined;
}

/** Documented in docs/telemetry.md. */
export interface SpanDefinition<A extends string> {
  /** Variable parts are in braces and have few values. */
  name: string;
  kind: Lowercase<keyof typeof SpanKind>;
  /** The library or service that makes it. */
  scope: `@skyshelf/${string}`;
  help: string;
  parent: string;
  /** They contain nothing personal: no names, file names, addresses of pages. */
  attributes: Readonly<Record<A, string>>;
  /** The span is created even without export, so that log lines have its ids. Others cost nothing then. */
  always?: boolean;
  /** The span is created only inside another one: background loops are not worth a trace. */
  within?: boolean;
}
