import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import { type ClientSession, type Collection, type Db, type Filter, MongoServerError } from 'mongodb';

export interface CursorDocument {
  /** `<consumer>/<source>/<drive>` */
  _id: string;
  consumer: ServiceName;
  source: ServiceName;
  drive: DriveId;
  version: number;
  at: Date;
  /** The event consumed last. A previous version moves the cursor without it: then it belongs to another one. */
  event?: { version: number; epoch: number; made?: Date };
}

/** The event that a consumer passed last. Epoch and version name it. */
export interface StreamMark {
  version: number;
  epoch: number;
  made?: Date | undefined;
}

export const BEGINNING: StreamMark = { version: 0, epoch: 0 };

export const markOf = (
  { epoch = 0, at }: Pick<EventMessage, 'epoch' | 'at'>,
  version: number,
): StreamMark => ({
  version,
  epoch,
  made: new Date(at),
});

const markIn = ({ version, event }: CursorDocument): StreamMark =>
  event?.version === version ? event : { version, epoch: 0 };

/** null matches a missing field. */
const here = (_id: string, { version, epoch }: StreamMark): Filter<CursorDocument> =>
  epoch > 0
    ? { _id, version, 'event.version': version, 'event.epoch': epoch }
    : { _id, version, $or: [{ 'event.epoch': { $in: [null, 0] } }, { 'event.version': { $ne: version } }] };

/** Another process, or an earlier life of this one, moved the cursor. */
export class StaleCursorError extends Error {
  constructor(readonly id: string) {
    super(`The cursor ${id} was moved by another process`);
    this.name = 'StaleCursorError';
  }
}

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

  /** The beginning for a drive never met. */
  async read(source: ServiceName, drive: DriveId): Promise<StreamMark> {
    const found = await this.documents.findOne(
      { _id: this.id(source, drive) },
      { readConcern: { level: 'majority' } },
    );
    return found ? markIn(found) : BEGINNING;
  }

  /**
   * Compare-and-set. With a session it commits with the effect; without one a lost move only repeats an event
   * whose effect is idempotent.
   * @throws StaleCursorError when it was elsewhere, or the drive was closed for good
   */
  async move(
    source: ServiceName,
    drive: DriveId,
    from: StreamMark,
    to: StreamMark,
    session?: ClientSession,
  ): Promise<void> {
    const _id = this.id(source, drive);
    // Outside a transaction it would wait for one that a killed process left open.
    const options = session ? { session } : { writeConcern: { w: 1 as const }, maxTimeMS: MOST_MS };
    const { version, epoch, made } = to;
    const event = { version, epoch, ...(made && { made }) };
    const position = { version, at: this.now(), event };
    try {
      if (from.version === 0) {
        if (await this.closed.has(drive, session)) throw new StaleCursorError(_id);
        await this.documents.insertOne({ _id, consumer: this.consumer, source, drive, ...position }, options);
        return;
      }
      const { matchedCount } = await this.documents.updateOne(here(_id, from), { $set: position }, options);
      if (matchedCount === 1) return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    throw new StaleCursorError(_id);
  }

  /**
   * Moves the cursor to an earlier version: the events behind it are lost at their owner.
   * @throws StaleCursorError when it was elsewhere
   */
  async setBack(source: ServiceName, drive: DriveId, from: StreamMark, to: StreamMark): Promise<void> {
    if (to.version > 0) return this.move(source, drive, from, to);
    const _id = this.id(source, drive);
    const { deletedCount } = await this.documents.deleteOne(here(_id, from));
    if (deletedCount === 0) throw new StaleCursorError(_id);
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
): AsyncGenerator<{ drive: DriveId; version: number; epoch?: number; made?: string }> {
  const under = `${consumer}/${source}`;
  // `0` is the character behind the slash.
  const all = { $gt: `${under}/${after ?? ''}`, $lt: `${under}0` };
  const _id = drive === undefined ? all : `${under}/${drive}`;
  const options = { sort: { _id: 1 }, batchSize: 1000, ...(limit !== undefined && { limit }) } as const;
  const found = db.collection<CursorDocument>('cursors').find({ _id }, options);
  for await (const cursor of found) {
    const { version, epoch, made } = markIn(cursor);
    const event = made && { epoch, made: made.toISOString() };
    yield { drive: cursor.drive, version, ...event };
  }
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
    session.withTransaction(
      () => new Cursors(db, consumer, now).move(source, drive, BEGINNING, { version, epoch: 0 }, session),
      {
        writeConcern: { w: 'majority', j: true },
      },
    ),
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

  async all(): Promise<Set<DriveId>> {
    const closed = this.documents.find({}, { projection: { _id: 1 } });
    return new Set(await closed.map(({ _id }) => _id).toArray());
  }

  /** Adds durably and may be repeated. */
  async add(drive: DriveId): Promise<void> {
    await this.documents.updateOne({ _id: drive }, { $setOnInsert: { _id: drive } }, { upsert: true });
  }
}
