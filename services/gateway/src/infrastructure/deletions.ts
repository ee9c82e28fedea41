import { createHash, randomBytes } from 'node:crypto';
import type { DriveId, GatewayEvent, ServiceName } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { ClientSession, Collection, Db, TransactionOptions } from 'mongodb';
import { deletionJobKey } from '../application/delete-account.js';
import type { DeletionStore } from '../application/gateway.js';
import type { AuditEntry } from '../domain/audit.js';
import type { Deletion } from '../domain/deletion.js';
import type { AccountDocument } from './accounts.js';
import type { Audit } from './audit.js';
import type { SessionDocument } from './sessions.js';

export interface DeletionJobs {
  enqueue(session: ClientSession, job: { key: string; drive: DriveId; delayMs: number }): Promise<void>;
  cancel(key: string): Promise<unknown>;
  /** Retries a failed one. False: there is none. */
  retry(key: string): Promise<boolean>;
}

export interface DeletionDocument extends Omit<Deletion, 'drive'> {
  _id: DriveId;
  /** The code's hash: the code is only in its owner's browser. */
  offer?: { hash: string; expires: Date };
}

const durable = { writeConcern: { w: 'majority', j: true } } as const;
const snapshotOptions: TransactionOptions = { readConcern: { level: 'snapshot' }, ...durable };
const hash = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** Finished ones stay on record. */
export class Deletions implements DeletionStore {
  readonly #deletions: Collection<DeletionDocument>;
  readonly #accounts: Collection<AccountDocument>;
  readonly #sessions: Collection<SessionDocument>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox<GatewayEvent>,
    private readonly jobs: DeletionJobs,
    private readonly audit: Audit,
  ) {
    this.#deletions = db.collection('deletions');
    this.#accounts = db.collection('accounts');
    this.#sessions = db.collection('sessions');
  }

  async begin(
    { drive, askedAt, dueAt }: Pick<Deletion, 'drive' | 'askedAt' | 'dueAt'>,
    { trace, audited }: { trace: string | null; audited?: AuditEntry },
  ): Promise<Deletion | null> {
    const begun = await this.#inTransaction(async (session) => {
      const state = { $set: { state: 'closing' as const } };
      const account = await this.#accounts.findOneAndUpdate({ drive, state: 'open' }, state, { session });
      if (!account) return null;
      // What is due at once can't be kept in the moment before its job.
      const begunAt = dueAt <= askedAt ? askedAt : null;
      const fresh = { askedAt, dueAt, begunAt, forgotten: [], movedAt: askedAt, endedAt: null };
      await this.#deletions.insertOne({ _id: drive, ...fresh }, { session });
      const ended = { $set: { revokedAt: askedAt } };
      await this.#sessions.updateMany({ drive, revokedAt: null }, ended, { session });
      const data = { type: 'gateway.account.closing', deleteAfter: dueAt.toISOString() } as const;
      const id = `gateway:${drive}:closing:${askedAt.getTime()}`;
      // The audit names the admin.
      const actor = audited ? null : account._id;
      await this.outbox.append(session, { id, drive, actor, trace, data });
      if (audited) await this.audit.addIn(session, audited);
      const delayMs = dueAt.getTime() - askedAt.getTime();
      await this.jobs.enqueue(session, { key: deletionJobKey(drive, askedAt), drive, delayMs });
      return { drive, ...fresh };
    });
    if (begun) this.outbox.appended(drive);
    return begun ?? this.find(drive);
  }

  async find(drive: DriveId): Promise<Deletion | null> {
    const found = await this.#deletions.findOne({ _id: drive }, { readConcern: 'majority' });
    return found && deletionOf(found);
  }

  async offer(drive: DriveId, expires: Date): Promise<{ code: string; dueAt: Date } | null> {
    const code = randomBytes(32).toString('base64url');
    const offer = { $set: { offer: { hash: hash(code), expires } } };
    const found = await this.#deletions.findOneAndUpdate({ _id: drive, begunAt: null }, offer, durable);
    return found && { code, dueAt: found.dueAt };
  }

  async keep(code: string, now: Date, trace: string | null): Promise<boolean> {
    const wanted = { 'offer.hash': hash(code), 'offer.expires': { $gt: now }, begunAt: null };
    const kept = await this.#inTransaction(async (session) => {
      const found = await this.#deletions.findOneAndDelete(wanted, { session });
      if (!found) return null;
      const { _id: drive, askedAt } = found;
      const state = { $set: { state: 'open' as const } };
      const account = await this.#accounts.findOneAndUpdate({ drive }, state, { session });
      const id = `gateway:${drive}:kept:${askedAt.getTime()}`;
      const data = { type: 'gateway.account.kept' } as const;
      await this.outbox.append(session, { id, drive, actor: account?._id ?? null, trace, data });
      return { drive, askedAt };
    });
    if (!kept) return false;
    this.outbox.appended(kept.drive);
    // One that runs all the same finds no deletion.
    await this.jobs.cancel(deletionJobKey(kept.drive, kept.askedAt));
    return true;
  }

  async start(drive: DriveId, now: Date): Promise<Deletion | null> {
    const due = { _id: drive, dueAt: { $lte: now }, endedAt: null };
    const begun = [{ $set: { begunAt: { $ifNull: ['$begunAt', now] }, movedAt: now } }, { $unset: 'offer' }];
    const found = await this.#deletions.findOneAndUpdate(due, begun, { ...durable, returnDocument: 'after' });
    return found && deletionOf(found);
  }

  async noteForgotten(drive: DriveId, service: ServiceName, now: Date): Promise<void> {
    const noted = { $addToSet: { forgotten: service }, $set: { movedAt: now } };
    await this.#deletions.updateOne({ _id: drive }, noted, durable);
  }

  async end(drive: DriveId, now: Date): Promise<void> {
    await this.#deletions.updateOne({ _id: drive, endedAt: null }, { $set: { endedAt: now } }, durable);
  }

  async list(limit: number): Promise<Deletion[]> {
    const latest = { askedAt: -1 } as const;
    const open = await this.#deletions.find({ endedAt: null }).sort(latest).limit(limit).toArray();
    const rest = limit - open.length;
    const ended = this.#deletions.find({ endedAt: { $type: 'date' } }).sort(latest);
    return [...open, ...(rest > 0 ? await ended.limit(rest).toArray() : [])].map(deletionOf);
  }

  async unrecorded(): Promise<DriveId[]> {
    const closing = this.#accounts.aggregate<{ drive: DriveId }>([
      { $match: { state: 'closing' } },
      { $lookup: { from: 'deletions', localField: 'drive', foreignField: '_id', as: 'deletions' } },
      { $match: { deletions: [] } },
      { $project: { _id: 0, drive: 1 } },
    ]);
    return (await closing.toArray()).map(({ drive }) => drive);
  }

  async resume(drives: readonly DriveId[], now: Date): Promise<void> {
    const open = await this.#deletions.find({ _id: { $in: [...drives] }, endedAt: null }).toArray();
    for (const { _id: drive, askedAt } of open) {
      const key = deletionJobKey(drive, askedAt);
      if (await this.jobs.retry(key)) continue;
      await this.#inTransaction((session) => this.jobs.enqueue(session, { key, drive, delayMs: 0 }));
    }
    await this.#deletions.updateMany(
      { _id: { $in: open.map(({ _id }) => _id) } },
      { $set: { movedAt: now } },
    );
  }

  #inTransaction<T>(run: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.db.client.withSession((session) => session.withTransaction(run, snapshotOptions));
  }
}

const deletionOf = ({ _id, offer: _, ...rest }: DeletionDocument): Deletion => ({ drive: _id, ...rest });
