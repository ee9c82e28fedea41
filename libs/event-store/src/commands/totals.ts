import { DomainError, limits, type CounterDelta } from '@skyshelf/contracts';
import type { DriveState } from '../port.js';

/** A drive's counters as they are stored: without a quota of its own it follows the default of the day. */
export interface Totals extends Omit<DriveState, 'quota'> {
  quota: number | null;
}

export const emptyTotals: Totals = {
  version: 0,
  used: 0,
  byKind: {},
  count: 0,
  quota: null,
  reserved: 0,
  bounds: {},
};

export const stateOf = (totals: Totals, defaultQuota: number, bounds: readonly string[]): DriveState => ({
  ...totals,
  quota: totals.quota ?? defaultQuota,
  bounds: totals.version > 0 ? totals.bounds : Object.fromEntries(bounds.map((name) => [name, 0])),
});

/** What one event, and what is written alongside it, do to the counters. */
export interface Step {
  delta: CounterDelta | null;
  quota: number | null;
  /** Bytes more (or less) that are promised to running uploads. */
  reserve: number;
}

function sumByKind(byKind: Totals['byKind'], delta: CounterDelta | null): Totals['byKind'] {
  const sum: Record<string, number> = { ...byKind };
  for (const [kind, bytes] of Object.entries(delta?.byKind ?? {}))
    sum[kind] = (sum[kind] ?? 0) + (bytes ?? 0);
  return sum;
}

/** The counters after a step, whatever the quota; the version is left to the caller. `reserved` never falls below 0. */
export const addStep = (totals: Totals, { delta, quota, reserve }: Step): Totals => ({
  version: totals.version,
  used: totals.used + (delta?.used ?? 0),
  byKind: sumByKind(totals.byKind, delta),
  count: totals.count + (delta?.count ?? 0),
  quota: quota ?? totals.quota,
  reserved: Math.max(0, totals.reserved + reserve),
  bounds: totals.bounds,
});

/**
 * The bounds after an event. One that no projection declares any more is dropped: it is not kept up to date.
 * @param raised the declared bounds, and whether the event may raise them
 * @param needed what the event's own rows need, as its command knows; a bound that may be raised and is absent here is unknown afterwards
 */
export function boundsAfter(
  { version, bounds }: Pick<Totals, 'version' | 'bounds'>,
  raised: readonly (readonly [name: string, mayRaise: boolean])[],
  needed: Totals['bounds'] = {},
): Totals['bounds'] {
  const after: Record<string, number> = {};
  for (const [name, mayRaise] of raised) {
    const before = version > 0 ? bounds[name] : 0;
    const least = mayRaise ? needed[name] : 0;
    if (before !== undefined && least !== undefined) after[name] = Math.max(before, least);
  }
  return after;
}

/**
 * The counters after a step that the drive has room for. Only growth is measured: what shrinks, or turns a reservation into
 * the bytes it was made for, passes even when a smaller plan has put the drive beyond its quota.
 * @throws DomainError `space.exceeded`, `drive.full`
 */
export function admitStep(totals: Totals, step: Step, defaultQuota: number): Totals {
  const next = addStep(totals, step);
  const taken = next.used + next.reserved;
  if (taken > totals.used + totals.reserved && taken > (next.quota ?? defaultQuota))
    throw new DomainError('space.exceeded');
  if (next.count > totals.count && next.count > limits.maxElementsPerDrive)
    throw new DomainError('drive.full');
  return next;
}
