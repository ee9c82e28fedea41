import { effectOf, type StoreRules } from '../commands/store-rules.js';
import { emptyTotals, type DriveTotals } from '../commands/drive-totals.js';
import type { EventRecord } from '../drive-storage.js';
import { applyToRows, totalsText } from '../model-text.js';
import type { DomainEvent, ModelDifference, Row } from '../port.js';
import { canonicalText } from '../rows/canonical-text.js';
import { changedId, type VersionedChange } from '../rows/change-rows.js';
import { PartedRecords } from './parted-records.js';

export interface Compared<E extends DomainEvent, R extends Row> {
  rules: StoreRules<E, R>;
  events(after: number): AsyncIterable<EventRecord[]>;
  model(): Promise<{ totals: DriveTotals; rows: AsyncIterable<R> }>;
}

interface KeptRow {
  id: string;
  text: string;
}

/**
 * The first line (totals, then rows by id) where a read model differs from its events; null for a missing
 * line, null in all when equal. Exact while commands go on, in constant memory.
 */
export async function modelDifference<E extends DomainEvent, R extends Row>(
  compared: Compared<E, R>,
): Promise<ModelDifference | null> {
  const replay = new PartedReplay<E, R>(compared);
  const kept = new PartedRecords<KeptRow>();
  try {
    await replay.upTo(Infinity);
    const { totals, rows } = await compared.model();
    for await (const row of rows) await kept.add(row.id, { id: row.id, text: canonicalText(row) });
    // Rows first: the server soon forgets a snapshot.
    await replay.upTo(totals.version);
    const keptTotals = totalsText(compared.rules.totals, totals);
    const replayedTotals = totalsText(compared.rules.totals, replay.totals);
    if (keptTotals !== replayedTotals) return { kept: keptTotals, replayed: replayedTotals };
    return await firstRow(kept, replay);
  } finally {
    await Promise.all([kept.close(), replay.close()]);
  }
}

class PartedReplay<E extends DomainEvent, R extends Row> {
  totals: DriveTotals;
  private readonly changes = new PartedRecords<VersionedChange<R>>();

  constructor(private readonly compared: Pick<Compared<E, R>, 'rules' | 'events'>) {
    this.totals = emptyTotals(compared.rules.totals);
  }

  async upTo(version: number): Promise<void> {
    const { rules, events } = this.compared;
    if (this.totals.version >= version) return;
    for await (const page of events(this.totals.version))
      for (const record of page) {
        const { changes, add } = effectOf(rules, record);
        for (const each of changes) await this.changes.add(changedId(each.change), each);
        this.totals = add(this.totals);
        if (record.version >= version) return;
      }
  }

  async rows(part: number): Promise<Map<string, R>> {
    const rows = new Map<string, R>();
    for await (const change of this.changes.part(part)) applyToRows(rows, [change]);
    return rows;
  }

  close = () => this.changes.close();
}

async function firstRow<E extends DomainEvent, R extends Row>(
  kept: PartedRecords<KeptRow>,
  replay: PartedReplay<E, R>,
): Promise<ModelDifference | null> {
  let first: { id: string; lines: ModelDifference } | null = null;
  const found = (id: string, lines: ModelDifference): void => {
    if (first === null || id < first.id) first = { id, lines };
  };
  for (let part = 0; part < PartedRecords.parts; part += 1) {
    const rows = await replay.rows(part);
    for await (const { id, text } of kept.part(part)) {
      const row = rows.get(id);
      const replayed = row ? canonicalText(row) : null;
      if (text !== replayed) found(id, { kept: text, replayed });
      rows.delete(id);
    }
    for (const [id, row] of rows) found(id, { kept: null, replayed: canonicalText(row) });
  }
  return (first as { lines: ModelDifference } | null)?.lines ?? null;
}
