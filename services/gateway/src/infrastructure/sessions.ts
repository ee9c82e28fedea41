import type { DriveId } from '@skyshelf/contracts';
import { Timestamp, type Collection, type Db } from 'mongodb';

/** One sign-in: what a token's `sid` names. */
export interface Session {
  sid: string;
  drive: DriveId;
  createdAt: Date;
  expires: Date;
  revokedAt: Date | null;
}

export type SessionDocument = Omit<Session, 'sid'> & { _id: string };

const durable = { writeConcern: { w: 'majority', j: true } } as const;

/** The sessions of all accounts. A token is good as long as its session is not revoked here. */
export class Sessions {
  readonly collection: Collection<SessionDocument>;

  constructor(private readonly db: Db) {
    this.collection = db.collection('sessions');
  }

  /** The server's place in its own history: what is asked for from here on misses nothing that a read after it shows. */
  async now(): Promise<Timestamp | undefined> {
    const { operationTime } = await this.db.command({ ping: 1 });
    return operationTime instanceof Timestamp ? operationTime : undefined;
  }

  async prepare(): Promise<void> {
    await this.collection.createIndex({ drive: 1 });
    // An expired token is refused by its own date, so its session may go.
    await this.collection.createIndex({ expires: 1 }, { expireAfterSeconds: 3600 });
    await this.collection.createIndex(
      { expires: 1, _id: 1 },
      { partialFilterExpression: { revokedAt: { $type: 'date' } }, name: 'revoked' },
    );
  }

  async insert({ sid, ...rest }: Session): Promise<void> {
    await this.collection.insertOne({ _id: sid, ...rest }, durable);
  }

  /** Durable before it returns; repeating it changes nothing. */
  async revoke(sid: string, at: Date): Promise<void> {
    await this.collection.updateOne({ _id: sid, revokedAt: null }, { $set: { revokedAt: at } }, durable);
  }

  /** All sessions of an account, e.g. when it is deleted. */
  async revokeAll(drive: DriveId, at: Date): Promise<void> {
    await this.collection.updateMany({ drive, revokedAt: null }, { $set: { revokedAt: at } }, durable);
  }

  /** Revoked ones whose tokens are still within their time. */
  async revoked(now: Date): Promise<{ sid: string; expires: Date }[]> {
    const found = await this.collection
      .find(
        { revokedAt: { $type: 'date' }, expires: { $gt: now } },
        { projection: { expires: 1 }, readConcern: 'majority' },
      )
      .toArray();
    return found.map(({ _id, expires }) => ({ sid: _id, expires }));
  }
}
