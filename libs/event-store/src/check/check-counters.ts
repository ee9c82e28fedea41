import type { DriveId } from '@skyshelf/contracts';
import type { Totals } from '../commands/totals.js';
import { canonicalText } from '../rows/canonical-text.js';
import { finding, type Finding } from './finding.js';

type Counters = Pick<Totals, 'used' | 'byKind' | 'count'>;

/** What one row adds to the counters; its bytes to no class when `kind` is null. */
export interface Weight {
  used: number;
  count: number;
  kind: string | null;
}

export function sumOf(weights: readonly Weight[]): Counters {
  const byKind: Record<string, number> = {};
  for (const { used, kind } of weights) if (kind !== null) byKind[kind] = (byKind[kind] ?? 0) + used;
  const total = (of: 'used' | 'count') => weights.reduce((sum, weight) => sum + weight[of], 0);
  return { used: total('used'), count: total('count'), byKind };
}

/** Kinds without bytes count as absent. */
const textOf = ({ used, byKind, count }: Counters): string =>
  canonicalText({
    used,
    count,
    byKind: Object.fromEntries(Object.entries(byKind).filter(([, bytes]) => bytes !== 0)),
  });

/** Rule 5: the counters are what a recount gives. */
export function counterFindings(drive: DriveId, stored: Counters, counted: Counters, by: string): Finding[] {
  const [is, should] = [textOf(stored), textOf(counted)];
  return is === should
    ? []
    : [finding(drive, 5, 'counters.differ', `Counters say ${is}, ${by} say ${should}.`)];
}

export function reservedFindings(drive: DriveId, reserved: number, reservations: number): Finding[] {
  if (reserved === reservations) return [];
  return [
    finding(
      drive,
      5,
      'counters.differ',
      `${reserved} bytes are counted as reserved, reservations hold ${reservations}.`,
    ),
  ];
}

/** What was used at a version of the stream, and the largest quota there had been until then. */
export interface Growth {
  version: number;
  used: number;
  largestQuota: number;
}

/**
 * Rule 8: no growth was admitted beyond the quota. It is measured by the largest quota until then: a smaller plan may leave a drive beyond its quota, and
 * uploads that were promised room under the larger one still arrive.
 */
export function quotaFindings(
  drive: DriveId,
  { used, reserved }: Totals,
  growths: readonly Growth[],
  largest: number,
): Finding[] {
  const beyond = growths
    .filter((growth) => growth.used > growth.largestQuota)
    .map(({ version }) => String(version));
  const found =
    beyond.length > 0
      ? [finding(drive, 8, 'quota.exceeded', `${beyond.length} events grew beyond the quota.`, beyond)]
      : [];
  if (used + reserved > largest || used < 0 || reserved < 0) {
    found.push(
      finding(drive, 8, 'quota.exceeded', `${used} bytes are used and ${reserved} reserved of ${largest}.`),
    );
  }
  return found;
}
