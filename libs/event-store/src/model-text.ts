import type { StoreRules } from './commands/store-rules.js';
import { effectOf } from './commands/store-rules.js';
import { emptyTotals, type Totals } from './commands/totals.js';
import type { EventRecord } from './drive-storage.js';
import type { DomainEvent, DriveState, ModelDifference, Row } from './port.js';
import { afterChange, changedId, type VersionedChange } from './rows/change-rows.js';
import { canonicalText } from './rows/canonical-text.js';

const PAGE = 500;

/** A drive's events in order, page by page. */
export async function* eventsOf(
  page: (after: number, limit: number) => Promise<EventRecord[]>,
  after = 0,
): AsyncGenerator<EventRecord> {
  for (let last = after; ;) {
    const records = await page(last, PAGE);
    yield* records;
    if (records.length < PAGE) return;
    last = records[records.length - 1]?.version ?? last;
  }
}

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
export class ReplayedModel<E extends DomainEvent, R extends Row> {
  private readonly byId = new Map<string, R>();
  totals: Totals = emptyTotals;

  constructor(
    private readonly rules: StoreRules<E, R>,
    private readonly page: (after: number, limit: number) => Promise<EventRecord[]>,
  ) {}

  /** Goes on from where it stands; default to the last event there is. */
  async upTo(version = Infinity): Promise<void> {
    if (this.totals.version >= version) return;
    for await (const record of eventsOf(this.page, this.totals.version)) {
      const effect = effectOf(this.rules, record);
      applyToRows(this.byId, effect.changes);
      this.totals = effect.add(this.totals);
      if (record.version >= version) return;
    }
  }

  /** In the order of their ids. */
  rows(): R[] {
    return [...this.byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

/** Kinds without bytes are left out: a counter back at 0 is the same as none. */
const countersText = ({ version, used, byKind, count, quota }: DriveState): string => {
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

/**
 * Where two models differ first, as their lines: counters, then row by row in the order of ids; null for a line that one of them lacks. Null when they are
 * equal. Holds one of them in memory.
 */
export async function firstDifference<R extends Row>(
  live: { state: DriveState; rows: AsyncIterable<R> },
  replayed: { state: DriveState; rows: readonly R[] },
): Promise<ModelDifference | null> {
  const [kept, counted] = [countersText(live.state), countersText(replayed.state)];
  let index = 0;
  // Begun in any case: what holds the rows is let go at their end.
  for await (const row of live.rows) {
    if (kept !== counted) break;
    const other = replayed.rows[index];
    const lines = { kept: canonicalText(row), replayed: other ? canonicalText(other) : null };
    if (lines.kept !== lines.replayed) return lines;
    index += 1;
  }
  if (kept !== counted) return { kept, replayed: counted };
  const missing = replayed.rows[index];
  return missing ? { kept: null, replayed: canonicalText(missing) } : null;
}
