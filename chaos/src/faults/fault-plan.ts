import { seededRandom } from '../seeded-random.js';
import type { Victim } from '../target/target.js';

/** `stuck`: all drives are held by another's transaction, while all replicas of the victim's service are killed. */
export type Blow = 'kill' | 'pause' | 'cut' | 'stuck';

/** One fault, decided before the run. */
export interface PlannedFault {
  /** `service-kill`, `kafka-cut` … */
  kind: string;
  blow: Blow;
  victim: string;
  /** Unit: milliseconds since the end of the fault before. */
  afterMs: number;
  /** How long the victim is down, still or cut off. */
  forMs: number;
}

export interface PlanOptions {
  seed: string;
  minutes: number;
  /** Only these kinds; default all that the victims can suffer. None: an empty list. */
  kinds?: readonly string[];
  /** The pause between two faults in milliseconds. */
  rest?: readonly [least: number, most: number];
  /** How long a pause lasts, milliseconds. */
  pauses?: readonly [least: number, most: number];
  /** How long it takes until what was killed is started again, milliseconds. */
  downs?: readonly [least: number, most: number];
}

const REST: readonly [number, number] = [1_500, 5_000];
const PAUSES: readonly [number, number] = [500, 5_000];
const CUTS: readonly [number, number] = [500, 5_000];
const STUCK: readonly [number, number] = [1_000, 1_800];
const DOWN: readonly [number, number] = [0, 2_000];
/** Longer than every lease of the product: a process that wakes up after it has lost what it held. */
const LONG_PAUSE_MS = 18_000;
const LONG_PAUSES_PERCENT = 10;

/** Kinds of faults that these can suffer. */
export const kindsOf = (victims: readonly Pick<Victim, 'family' | 'cut'>[]): string[] => [
  ...new Set(
    victims.flatMap(({ family, cut }) => [
      `${family}-kill`,
      `${family}-pause`,
      ...(cut ? [`${family}-cut`] : []),
    ]),
  ),
];

/** The same seed and victims give the same faults. Every kind comes once before one comes again. */
export function planFaults(victims: readonly Victim[], options: PlanOptions): PlannedFault[] {
  const { seed, minutes, kinds = kindsOf(victims), rest = REST, pauses = PAUSES, downs = DOWN } = options;
  const random = seededRandom(seed, 'faults');
  const faults: PlannedFault[] = [];
  let row: string[] = [];
  for (let total = 0; kinds.length > 0 && total < minutes * 60_000;) {
    if (row.length === 0) row = random.shuffled(kinds);
    const kind = row.pop() ?? '';
    const [family, blow] = kind.split('-') as [string, Blow];
    const able = victims.filter((victim) => victim.family === family && canSuffer(victim, blow));
    if (able.length === 0) throw new Error(`Nothing here can suffer ${kind}`);
    const afterMs = random.between(...rest);
    const long = random.percent(LONG_PAUSES_PERCENT);
    const forMs = durationOf(blow, { pauses, downs, long }, random.between);
    faults.push({ kind, blow, victim: random.pick(able).name, afterMs, forMs });
    total += afterMs + forMs;
  }
  return faults;
}

/** The process that waits for drives with events in hand. */
const WRITER = /^catalog-/;

function canSuffer({ name, cut }: Victim, blow: Blow): boolean {
  if (blow === 'stuck') return WRITER.test(name);
  return blow !== 'cut' || cut !== undefined;
}

function durationOf(
  blow: Blow,
  { pauses, downs, long }: Required<Pick<PlanOptions, 'pauses' | 'downs'>> & { long: boolean },
  between: (least: number, most: number) => number,
): number {
  if (blow === 'kill') return between(...downs);
  if (blow === 'cut') return between(...CUTS);
  if (blow === 'stuck') return between(...STUCK);
  return long && pauses === PAUSES ? LONG_PAUSE_MS : between(...pauses);
}
