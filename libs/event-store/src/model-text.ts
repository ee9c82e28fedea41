import type { StoreRules } from './commands/store-rules.js';
import { effectOf } from './commands/store-rules.js';
import { emptyTotals, type Totals } from './commands/totals.js';
import type { EventRecord } from './drive-storage.js';
import type { DomainEvent, DriveState, Row } from './port.js';
import { afterChange, changedId, type VersionedChange } from './rows/change-rows.js';
import { canonicalText } from './rows/canonical-text.js';

export function applyToRows<R extends Row>(
  rows: Map<string, R>,
  changes: readonly VersionedChange<R>[],
): void {
  for (const each of changes) {
    const id = changedId(each.change);
    const row = afterChange(rows.get(id) ?? null, each);
    if (row) rows.set(id, row);
    else rows.delete(id);
  }
}

/** The read model as the events alone make it. */
export async function replayModel<E extends DomainEvent, R extends Row>(
  rules: StoreRules<E, R>,
  pages: AsyncIterable<EventRecord[]>,
): Promise<{ totals: Totals; rows: R[] }> {
  const rows = new Map<string, R>();
  let totals = emptyTotals;
  for await (const page of pages)
    for (const record of page) {
      const effect = effectOf(rules, record);
      applyToRows(rows, effect.changes);
      totals = effect.add(totals);
    }
  return { totals, rows: [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** Kinds without bytes are left out: a counter back at 0 is the same as none. */
export const countersText = ({ version, used, byKind, count, quota }: DriveState): string => {
  const kinds = Object.entries(byKind).filter(([, bytes]) => bytes !== 0);
  return canonicalText({ version, used, count, quota, byKind: Object.fromEntries(kinds) });
};

/** Counters, then one line a row. `reserved` is left out: it lies outside the stream. */
export async function modelText<R extends Row>(
  state: DriveState,
  rows: AsyncIterable<R> | Iterable<R>,
): Promise<string> {
  const lines = [countersText(state)];
  for await (const row of rows) lines.push(canonicalText(row));
  return `${lines.join('\n')}\n`;
}
