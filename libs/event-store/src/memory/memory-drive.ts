import type { OpId } from '@skyshelf/contracts';
import type { DriveTotals } from '../commands/drive-totals.js';
import { OperationExists, type BatchWrites, type EventRecord, type SideDocument } from '../drive-storage.js';
import { applyToRows } from '../model-text.js';
import type { Row } from '../port.js';
import { changedId, type VersionedChange } from '../rows/change-rows.js';
import { UniqueKeys, type Unique } from './unique-keys.js';

/** All or nothing: a write replaces what it changes at its end. */
export class MemoryDrive<R extends Row> {
  rows: ReadonlyMap<string, R> = new Map();
  events: readonly EventRecord[] = [];
  private sides: ReadonlyMap<string, ReadonlyMap<string, SideDocument>> = new Map();
  private readonly operations = new Map<OpId, EventRecord>();
  private keys: UniqueKeys<R>;

  constructor(
    public totals: DriveTotals,
    unique: Unique,
  ) {
    this.keys = new UniqueKeys(unique);
  }

  operation(opId: OpId): EventRecord | undefined {
    return this.operations.get(opId);
  }

  side(name: string): ReadonlyMap<string, SideDocument> {
    return this.sides.get(name) ?? new Map();
  }

  /** @throws UniqueViolation, OperationExists */
  write(writes: BatchWrites<R>): void {
    if (writes.events.some(({ opId }) => this.operations.has(opId))) throw new OperationExists();
    const rows = new Map(this.rows);
    const keys = this.keys.after(replacements(rows, writes.changes));
    const sides = new Map(this.sides);
    for (const { name, id, document } of writes.sides) {
      const documents = new Map(sides.get(name));
      if (document) documents.set(id, document);
      else documents.delete(id);
      sides.set(name, documents);
    }
    const events = structuredClone(writes.events);
    for (const event of events) this.operations.set(event.opId, event);
    Object.assign(this, { rows, keys, sides, totals: writes.after, events: [...this.events, ...events] });
  }
}

/** Yields what each change replaces. */
function* replacements<R extends Row>(rows: Map<string, R>, changes: readonly VersionedChange<R>[]) {
  for (const change of changes) {
    const id = changedId(change.change);
    const old = rows.get(id);
    if (old && change.change.op === 'insert') throw new Error(`Row ${id} exists.`);
    applyToRows(rows, [structuredClone(change)]);
    yield { old, row: rows.get(id) };
  }
}
