import type { DriveId, ServiceName } from '@skyshelf/contracts';
import { type ClientSession, type Collection, type Db, MongoServerError } from 'mongodb';

export interface CursorDocument {
  /** `<consumer>/<source>/<drive>` */
  _id: string;
  consumer: ServiceName;
  source: ServiceName;
  drive: DriveId;
  version: number;
  at: Date;
}

/** Another process, or an earlier life of this one, moved the cursor. */
export class StaleCursorError extends Error {
  constructor(readonly id: string) {
    super(`The cursor ${id} was moved by another process`);
    this.name = 'StaleCursorError';
  }
}

/** Milliseconds. */
const MOST_MS = 2_000;

const DUPLICATE = 11000;
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE;

export class Cursors {
  private readonly documents: Collection<CursorDocument>;
  private readonly closed: ClosedDrives;

  constructor(
    db: Db,
    private readonly consumer: ServiceName,
    private readonly now: () => Date,
  ) {
    this.documents = db.collection<CursorDocument>('cursors');
    this.closed = new ClosedDrives(db);
  }

  id(source: ServiceName, drive: DriveId): string {
    return `${this.consumer}/${source}/${drive}`;
  }

  /** 0 for a drive never met. */
  async read(source: ServiceName, drive: DriveId): Promise<number> {
    const found = await this.documents.findOne(
      { _id: this.id(source, drive) },
      { readConcern: { level: 'majority' } },
    );
    return found?.version ?? 0;
  }

  /**
   * Compare-and-set. With a session it commits with the effect; without one a lost move only repeats an event
   * whose effect is idempotent.
   * @throws StaleCursorError when it was elsewhere, or the drive was closed for good
   */
  async move(
    source: ServiceName,
    drive: DriveId,
    from: number,
    to: number,
    session?: ClientSession,
  ): Promise<void> {
    const _id = this.id(source, drive);
    // Outside a transaction it would wait for one that a killed process left open.
    const options = session ? { session } : { writeConcern: { w: 1 as const }, maxTimeMS: MOST_MS };
    const position = { version: to, at: this.now() };
    try {
      if (from === 0) {
        if (await this.closed.has(drive, session)) throw new StaleCursorError(_id);
        await this.documents.insertOne({ _id, consumer: this.consumer, source, drive, ...position }, options);
        return;
      }
      const { matchedCount } = await this.documents.updateOne(
        { _id, version: from },
        { $set: position },
        options,
      );
      if (matchedCount === 1) return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    throw new StaleCursorError(_id);
  }
}

export interface CursorChoice {
  consumer: ServiceName;
  source: ServiceName;
  drive?: DriveId | undefined;
  after?: DriveId | undefined;
  limit?: number;
}

export async function* readCursors(
  db: Db,
  { consumer, source, drive, after, limit }: CursorChoice,
): AsyncGenerator<Pick<CursorDocument, 'drive' | 'version'>> {
  const under = `${consumer}/${source}`;
  // `0` is the character behind the slash.
  const all = { $gt: `${under}/${after ?? ''}`, $lt: `${under}0` };
  const _id = drive === undefined ? all : `${under}/${drive}`;
  const options = { sort: { _id: 1 }, batchSize: 1000, ...(limit !== undefined && { limit }) } as const;
  const found = db.collection<CursorDocument>('cursors').find({ _id }, options);
  for await (const cursor of found) yield { drive: cursor.drive, version: cursor.version };
}

export interface CursorPosition {
  consumer: ServiceName;
  source: ServiceName;
  drive: DriveId;
  version: number;
}

/**
 * Marks a drive's stream as passed up to a version when its effects were restored otherwise. Durable.
 * @throws StaleCursorError when the consumer knows the drive
 */
export async function placeCursor(
  db: Db,
  { consumer, source, drive, version }: CursorPosition,
  now: () => Date,
): Promise<void> {
  if (version === 0) return;
  await db.client.withSession((session) =>
    session.withTransaction(() => new Cursors(db, consumer, now).move(source, drive, 0, version, session), {
      writeConcern: { w: 'majority', j: true },
    }),
  );
}

/** Drives that are gone for good. */
export class ClosedDrives {
  private readonly documents: Collection<{ _id: DriveId }>;

  constructor(db: Db) {
    this.documents = db.collection('closed', { writeConcern: { w: 'majority', journal: true } });
  }

  async has(drive: DriveId, session?: ClientSession): Promise<boolean> {
    const options = session ? { session } : { readConcern: { level: 'majority' as const } };
    return (await this.documents.findOne({ _id: drive }, options)) !== null;
  }

  /** Durable, repeatable. */
  async add(drive: DriveId): Promise<void> {
    await this.documents.updateOne({ _id: drive }, { $setOnInsert: { _id: drive } }, { upsert: true });
  }
}
