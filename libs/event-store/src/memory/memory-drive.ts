import type { OpId } from '@skyshelf/contracts';
import { emptyTotals, type Totals } from '../commands/totals.js';
import {
  OperationExists,
  UniqueViolation,
  type BatchWrites,
  type EventRecord,
  type SideDocument,
} from '../drive-storage.js';
import { applyToRows } from '../model-text.js';
import type { Row, SideName } from '../port.js';
import { canonicalText } from '../rows/canonical-text.js';

export type Unique = readonly (readonly string[])[];

/** One drive in memory. A write replaces what it changes at the very end, so it happens whole or not at all. */
export class MemoryDrive<R extends Row> {
  totals: Totals = emptyTotals;
  rows: ReadonlyMap<string, R> = new Map();
  events: readonly EventRecord[] = [];
  sides: Readonly<Record<SideName, ReadonlyMap<string, SideDocument>>> = {
    reservations: new Map(),
    processes: new Map(),
    tags: new Map(),
  };
  private readonly operations = new Map<OpId, EventRecord>();

  constructor(private readonly unique: Unique) {}

  operation(opId: OpId): EventRecord | undefined {
    return this.operations.get(opId);
  }

  /** @throws UniqueViolation, OperationExists */
  write(writes: BatchWrites<R>): void {
    if (writes.events.some(({ opId }) => this.operations.has(opId))) throw new OperationExists();
    const rows = new Map(this.rows);
    for (const change of writes.changes) {
      if (change.change.op === 'insert' && rows.has(change.change.row.id))
        throw new Error(`Row ${change.change.row.id} exists.`);
      applyToRows(rows, [structuredClone(change)]);
    }
    refuseEqualKeys(rows.values(), this.unique);
    const sides = { ...this.sides };
    for (const { name, id, document } of writes.sides) {
      const documents = new Map(sides[name]);
      if (document) documents.set(id, document);
      else documents.delete(id);
      sides[name] = documents;
    }
    const events = structuredClone(writes.events);
    for (const event of events) this.operations.set(event.opId, event);
    Object.assign(this, { rows, sides, totals: writes.after, events: [...this.events, ...events] });
  }
}

function refuseEqualKeys<R extends Row>(rows: Iterable<R>, unique: Unique): void {
  const taken = new Set<string>();
  for (const row of rows) {
    for (const [index, fields] of unique.entries()) {
      const values = fields.map((field) => (row as unknown as Record<string, unknown>)[field] ?? null);
      const key = canonicalText([index, values]);
      if (taken.has(key)) throw new UniqueViolation(`Two rows share ${fields.join(', ')}.`);
      taken.add(key);
    }
  }
}
