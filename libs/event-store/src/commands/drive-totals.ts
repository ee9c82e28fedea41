import type { DomainEvent, Projection, Row, Totals } from '../port.js';

/** `own` is what the service counts. */
export interface DriveTotals {
  version: number;
  bounds: Readonly<Record<string, number>>;
  own: object;
}

const nothing: Totals<DomainEvent, object> = {
  empty: {},
  add: (totals) => totals,
  admit: () => {},
  ofEvents: (totals) => totals,
};

export const totalsRule = <E extends DomainEvent, R extends Row>({
  totals = nothing,
}: Pick<Projection<E, R, object>, 'totals'>): Totals<E, object> => totals;

export const emptyTotals = (rule: Pick<Totals<never, object>, 'empty'>): DriveTotals => ({
  version: 0,
  bounds: {},
  own: rule.empty,
});

/** Keeps the totals that follow from no event. */
export const rebuiltTotals = (
  rule: Pick<Totals<never, object>, 'ofEvents'>,
  kept: DriveTotals,
  replayed: DriveTotals,
): DriveTotals => ({
  version: replayed.version,
  // Bounds of rebuilt rows have not been counted.
  bounds: {},
  own: { ...kept.own, ...rule.ofEvents(replayed.own) },
});

/**
 * Drops bounds that no projection declares any more.
 * @param raised the declared bounds, and whether the event may raise them
 * @param needed what the event's own rows need; a raisable bound absent here becomes unknown
 */
export function boundsAfter(
  { version, bounds }: Pick<DriveTotals, 'version' | 'bounds'>,
  raised: readonly (readonly [name: string, mayRaise: boolean])[],
  needed: DriveTotals['bounds'] = {},
): DriveTotals['bounds'] {
  const after: Record<string, number> = {};
  for (const [name, mayRaise] of raised) {
    const before = version > 0 ? bounds[name] : 0;
    const least = mayRaise ? needed[name] : 0;
    if (before !== undefined && least !== undefined) after[name] = Math.max(before, least);
  }
  return after;
}
