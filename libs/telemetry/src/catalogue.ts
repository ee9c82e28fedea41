import type { DeclaredMetric } from './declared-metric.js';
import type { SpanDefinition } from './span-definition.js';

const metrics = new Map<string, DeclaredMetric>();
const spans = new Map<string, SpanDefinition<string>>();

function add<T extends { name: string }>(to: Map<string, T>, declaration: T): void {
  if (to.has(declaration.name)) throw new Error(`${declaration.name} is declared twice.`);
  to.set(declaration.name, declaration);
}

/** Called by `declareCounter` and the like, once for each name. */
export const registerMetric = (metric: DeclaredMetric): void => add(metrics, metric);
/** Called by `declareSpan`, once for each name. */
export const registerSpan = (span: SpanDefinition<string>): void => add(spans, span);

const byName = <T extends { name: string }>(all: Map<string, T>): T[] =>
  [...all.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Every metric that the modules loaded so far declare. Who loads the whole product has all of them. */
export const declaredMetrics = (): DeclaredMetric[] => byName(metrics);
/** Every span that the modules loaded so far declare. */
export const declaredSpans = (): SpanDefinition<string>[] => byName(spans);
