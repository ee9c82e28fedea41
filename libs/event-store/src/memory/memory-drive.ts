import type { OpId } from '@skyshelf/contracts';
import type { DriveTotals } from '../commands/drive-totals.js';
import {
  OperationExists,
  type BatchWrites,
  type EventRecord,
  type SideDocument,
  UniqueViolation,
} from '../drive-storage.js';
import { applyToRows } from '../model-text.js';
import type { Row } from '../port.js';
import { changedId, type VersionedChange } from '../rows/change-rows.js';
import { canonicalText } from '../rows/canonical-text.js';

/** All or nothing. */
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

export type Unique = readonly (readonly string[])[];

/** Checked at every change, as by a unique index. */
class UniqueKeys<R extends Row> {
  constructor(
    private readonly unique: Unique,
    private readonly owners: ReadonlyMap<string, string> = new Map(),
  ) {}

  /** @throws UniqueViolation */
  after(replacements: Iterable<{ old: R | undefined; row: R | undefined }>): UniqueKeys<R> {
    const owners = new Map(this.owners);
    for (const { old, row } of replacements) {
      for (const key of this.keysOf(old)) owners.delete(key);
      for (const key of this.keysOf(row)) {
        if (owners.has(key)) throw new UniqueViolation(`Two rows share ${key}.`);
        owners.set(key, row?.id ?? '');
      }
    }
    return new UniqueKeys(this.unique, owners);
  }

  private keysOf(row: R | undefined): string[] {
    if (!row) return [];
    const fields = row as unknown as Record<string, unknown>;
    return this.unique.map((names) => canonicalText([names, names.map((name) => fields[name])]));
  }
}
