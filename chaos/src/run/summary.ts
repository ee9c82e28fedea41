import type { ChaosResult } from './chaos-options.js';

/** The figures of a run, as lines. */
export function summaryOf({ acknowledged, faults, seconds }: ChaosResult): string[] {
  const kinds = Map.groupBy(faults, ({ kind }) => kind);
  const busy = faults.filter(({ inFlight }) => inFlight >= 10).length;
  const share = faults.length === 0 ? 0 : Math.round((100 * busy) / faults.length);
  return [
    `${acknowledged} commands acknowledged in ${Math.round(seconds)} s`,
    `${faults.length} faults of ${kinds.size} kinds: ${[...kinds]
      .map(([kind, its]) => `${kind} ${its.length}`)
      .sort()
      .join(', ')}`,
    `${share} % of them with 10 or more requests in flight`,
  ];
}
