import type { DeclaredMetric } from './declared-metric.js';
import type { SpanDefinition } from './span-definition.js';

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

/** By the modules loaded so far: load the whole product for all. */
export const declaredMetrics = (): DeclaredMetric[] => byName(metrics);
/** By the modules loaded so far. */
export const declaredSpans = (): SpanDefinition<string>[] => byName(spans);
