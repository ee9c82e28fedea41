import type { DriveId, EventMessage } from '@skyshelf/contracts';
import type { Db } from 'mongodb';
import type { EventContext, EventHandler } from '../../src/port.js';

export interface Entry {
  event: string;
  drive: DriveId;
  version: number | null;
  place: number;
  at: Date;
}

/** A consumer's effects as a test looks at them: a diary in its database, and what ran in this process. */
export class Reader {
  readonly calls: { id: string; attempt: number }[] = [];
  running = 0;
  mostRunning = 0;
  private readonly runningOf = new Map<DriveId, number>();
  /** Set when a drive had two handlers at a time. */
  overlapped = false;

  constructor(readonly db: Db) {}

  /**
   * Writes an event into the diary, in one transaction with the consumer's cursor. Nothing but the bus keeps
   * a second one away.
   */
  readonly diary: EventHandler = (event, context) =>
    this.watched(event, context, () => this.write(event, context));

  async watched(event: EventMessage, context: EventContext, work: () => Promise<void>): Promise<void> {
    this.calls.push({ id: event.id, attempt: context.attempt });
    const ofDrive = (this.runningOf.get(event.drive) ?? 0) + 1;
    this.runningOf.set(event.drive, ofDrive);
    if (ofDrive > 1) this.overlapped = true;
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    try {
      await work();
    } finally {
      this.running -= 1;
      this.runningOf.set(event.drive, (this.runningOf.get(event.drive) ?? 1) - 1);
    }
  }

  write(event: EventMessage, context: EventContext): Promise<void> {
    return context.effect(async (session, db) => {
      const { drive, version } = event;
      const count = await db
        .collection<{ _id: string; entries: number }>('diary-length')
        .findOneAndUpdate(
          { _id: drive },
          { $inc: { entries: 1 } },
          { session, upsert: true, returnDocument: 'after' },
        );
      await db
        .collection<Entry>('diary')
        .insertOne(
          { event: event.id, drive, version, place: count?.entries ?? 0, at: new Date() },
          { session },
        );
    });
  }

  async versions(of: DriveId): Promise<(number | null)[]> {
    return (await this.entries(of)).map(({ version }) => version);
  }

  async ids(of: DriveId): Promise<string[]> {
    return (await this.entries(of)).map(({ event }) => event);
  }

  entries(of: DriveId): Promise<Entry[]> {
    return this.db.collection<Entry>('diary').find({ drive: of }).sort({ place: 1 }).toArray();
  }
}

export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
