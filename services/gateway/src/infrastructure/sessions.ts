import type { DriveId } from '@skyshelf/contracts';
import { Timestamp, type Collection, type Db, type Filter } from 'mongodb';
import type { SessionStore } from '../application/gateway.js';
import type {
  EndedGeneration,
  RevokedSession,
  Session,
  SessionOrigin,
  SessionScope,
} from '../domain/session.js';

/** Old sessions lack origin and scope. */
export type SessionDocument = Omit<Session, 'sid' | 'origin' | 'scope'> & {
  _id: string;
  origin?: SessionOrigin | null;
  scope?: SessionScope;
};

const durable = { writeConcern: { w: 'majority', j: true } } as const;

export class Sessions implements SessionStore {
  readonly collection: Collection<SessionDocument>;

  constructor(private readonly db: Db) {
    this.collection = db.collection('sessions');
  }

  /** Cluster time: a stream from here misses nothing that a later read shows. */
  async now(): Promise<Timestamp | undefined> {
    const { operationTime } = await this.db.command({ ping: 1 });
    return operationTime instanceof Timestamp ? operationTime : undefined;
  }

  async insert({ sid, ...rest }: Session): Promise<void> {
    await this.collection.insertOne({ _id: sid, ...rest }, durable);
  }

  async revoke(sid: string, at: Date): Promise<void> {
    await this.collection.updateOne({ _id: sid, revokedAt: null }, { $set: { revokedAt: at } }, durable);
  }

  async endGeneration({ sid, kind, drive }: EndedGeneration, at: Date, expires: Date): Promise<void> {
    const ended = { drive, createdAt: at, lastSeenAt: at, expires, revokedAt: at, origin: null, scope: kind };
    await this.collection.updateOne({ _id: sid }, { $setOnInsert: ended }, { upsert: true, ...durable });
  }

  async find(drive: DriveId, sid: string): Promise<Session | null> {
    const found = await this.collection.findOne({ _id: sid, drive });
    return found && sessionOf(found);
  }

  async signedIn(drive: DriveId, now: Date, limit: number): Promise<Session[]> {
    const found = await this.collection
      .find({ drive, revokedAt: null, expires: { $gt: now } })
      .sort({ lastSeenAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return found.map(sessionOf);
  }

  async revokeAll(drive: DriveId, at: Date): Promise<{ sid: string; expires: Date }[]> {
    await this.collection.updateMany({ drive, revokedAt: null }, { $set: { revokedAt: at } }, durable);
    return this.#listRevoked({ drive, expires: { $gt: at } });
  }

  async revokedAfter(now: Date, after: { at: Date; sid: string }, limit: number): Promise<RevokedSession[]> {
    const behind = {
      $or: [{ revokedAt: after.at, _id: { $gt: after.sid } }, { revokedAt: { $gt: after.at } }],
    };
    const found = await this.collection
      .find(
        { revokedAt: { $type: 'date', $gte: after.at }, expires: { $gt: now }, ...behind },
        { projection: { expires: 1, revokedAt: 1 }, readConcern: 'majority' },
      )
      .sort({ revokedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(({ _id, expires, revokedAt }) => ({ sid: _id, expires, revokedAt: revokedAt ?? now }));
  }

  /** A revoked one stays until its tokens expire. */
  async forget(drive: DriveId): Promise<void> {
    await this.collection.updateMany({ drive }, { $unset: { drive: '', origin: '' } }, durable);
  }

  revoked(now: Date): Promise<{ sid: string; expires: Date }[]> {
    return this.#listRevoked({ expires: { $gt: now } });
  }

  /** @param unless noted at or after this moment */
  async noteSeen(sid: string, at: Date, unless: Date): Promise<void> {
    await this.collection.updateOne({ _id: sid, lastSeenAt: { $lt: unless } }, { $set: { lastSeenAt: at } });
  }

  /** Revokes those not used since `before`. */
  async revokeUnused(before: Date, at: Date): Promise<void> {
    const unused = { revokedAt: null, lastSeenAt: { $lt: before }, expires: { $gt: at } };
    await this.collection.updateMany(unused, { $set: { revokedAt: at } }, durable);
  }

  async #listRevoked(filter: Filter<SessionDocument>): Promise<{ sid: string; expires: Date }[]> {
    const found = await this.collection
      .find(
        { ...filter, revokedAt: { $type: 'date' } },
        { projection: { expires: 1 }, readConcern: 'majority' },
      )
      .toArray();
    return found.map(({ _id, expires }) => ({ sid: _id, expires }));
  }
}

const sessionOf = ({ _id, origin = null, scope = null, ...rest }: SessionDocument): Session => ({
  sid: _id,
  origin,
  scope,
  ...rest,
});
