import { registerMetric, type DeclaredMetric, type MetricType } from './catalogue.js';
import type { Metrics } from './metrics.js';

export type { DeclaredMetric, MetricType };

interface Declared<L extends string> {
  /** `skyshelf_<what>_<unit>`; counters end in `_total`. Base units: seconds, bytes. */
  name: `skyshelf_${string}`;
  help: string;
  /** They add to the common `service`, with their meanings. Only labels with few values. */
  labels?: Readonly<Record<L, string>>;
  only?: 'cluster';
}

/** Units; `paused` is 1 or 0, `info` is 1 and says something by its labels. */
const UNITS =
  /_(seconds|bytes|events|commands|jobs|streams|entries|partitions|connections|accounts|paused|info)$/;

function declare<L extends string>(
  type: MetricType,
  { name, help, labels, only }: Declared<L>,
  buckets?: readonly number[],
): DeclaredMetric<L> {
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name}: a counter ends in _total.`);
  if (type !== 'counter' && !UNITS.test(name)) throw new Error(`${name} does not end in a unit.`);
  const meanings = labels ?? ({} as Record<L, string>);
  const metric = { type, name, help, meanings, labels: Object.keys(meanings) as L[], buckets, only };
  registerMetric(metric);
  return metric;
}

/**
 * Call it at the top of a module.
 * @throws Error when the name breaks the conventions or is declared already; the same of the others
 */
export const declareCounter = <L extends string = never>(definition: Declared<L>): DeclaredMetric<L> =>
  declare('counter', definition);

export const declareGauge = <L extends string = never>(definition: Declared<L>): DeclaredMetric<L> =>
  declare('gauge', definition);

/** Upper bounds; default: 1 ms to 10 s, for seconds. */
export const declareHistogram = <L extends string = never>({
  buckets,
  ...definition
}: Declared<L> & { buckets?: readonly number[] }): DeclaredMetric<L> =>
  declare('histogram', definition, buckets);

/**
 * Shows a gauge without labels: `read` is called at each scrape.
 * @param read null: the value is not known, and none is shown
 */
export const measureGauge = (
  metrics: Metrics | undefined,
  gauge: DeclaredMetric<never>,
  read: () => number | null | Promise<number | null>,
): void => void metrics?.gauge(gauge, async (value) => value.set({}, await read()));
