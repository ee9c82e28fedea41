import type { Collection, ClientSession, Db } from 'mongodb';
import type { AuditLog } from '../application/gateway.js';
import type { AuditEntry } from '../domain/audit.js';

const durable = { writeConcern: { w: 'majority', j: true } } as const;

/** What admins have done, in the gateway's database, for good. */
export class Audit implements AuditLog {
  readonly #entries: Collection<AuditEntry>;

  constructor(db: Db) {
    this.#entries = db.collection('audit');
  }

  async prepare(): Promise<void> {
    await this.#entries.createIndex({ at: -1, _id: -1 });
  }

  async add(entry: AuditEntry): Promise<void> {
    await this.#entries.insertOne({ ...entry }, durable);
  }

  /** In the transaction of what was done. */
  async addIn(session: ClientSession, entry: AuditEntry): Promise<void> {
    await this.#entries.insertOne({ ...entry }, { session });
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
