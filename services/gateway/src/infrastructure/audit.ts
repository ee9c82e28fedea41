import type { Collection, ClientSession, Db } from 'mongodb';
import type { IdSource } from '@skyshelf/tokens';
import type { AuditLog } from '../application/gateway.js';
import type { AuditEntry } from '../domain/audit.js';

const durable = { writeConcern: { w: 'majority', j: true } } as const;

/** Its entries are kept for good. */
export class Audit implements AuditLog {
  readonly #entries: Collection<AuditEntry & { _id: string }>;

  constructor(
    db: Db,
    private readonly ids: IdSource,
  ) {
    this.#entries = db.collection('audit');
  }

  async add(entry: AuditEntry): Promise<void> {
    await this.#entries.insertOne({ _id: this.ids.next(), ...entry }, durable);
  }

  async addIn(session: ClientSession, entry: AuditEntry): Promise<void> {
    await this.#entries.insertOne({ _id: this.ids.next(), ...entry }, { session });
  }

  async latest(limit: number): Promise<AuditEntry[]> {
    const latest = { at: -1, _id: -1 } as const;
    return this.#entries
      .find({}, { projection: { _id: 0 } })
      .sort(latest)
      .limit(limit)
      .toArray();
  }
}
