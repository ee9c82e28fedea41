import { emptyTotals, type DriveTotals } from './commands/drive-totals.js';
import { effectOf, type StoreRules } from './commands/store-rules.js';
import type { EventRecord } from './drive-storage.js';
import type { DomainEvent, Row, Totals } from './port.js';
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

export async function replayModel<E extends DomainEvent, R extends Row>(
  rules: StoreRules<E, R>,
  pages: AsyncIterable<EventRecord[]>,
): Promise<{ totals: DriveTotals; rows: R[] }> {
  const rows = new Map<string, R>();
  let totals = emptyTotals(rules.totals);
  for await (const page of pages)
    for (const record of page) {
      const effect = effectOf(rules, record);
      applyToRows(rows, effect.changes);
      totals = effect.add(totals);
    }
  return { totals, rows: [...rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

export const totalsText = (
  rule: Pick<Totals<never, object>, 'ofEvents'>,
  { version, own }: DriveTotals,
): string => canonicalText({ version, ...rule.ofEvents(own) });

/** Totals, then a line a row; without what lies outside the stream. */
export async function modelText<R extends Row>(
  rule: Pick<Totals<never, object>, 'ofEvents'>,
  { totals, rows }: { totals: DriveTotals; rows: AsyncIterable<R> | Iterable<R> },
): Promise<string> {
  const lines = [totalsText(rule, totals)];
  for await (const row of rows) lines.push(canonicalText(row));
  return `${lines.join('\n')}\n`;
}
