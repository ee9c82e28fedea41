import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import { ClosedDrives } from './closed-drives.js';
import { Cursors, StaleCursorError } from './cursors.js';
import { parkedCollection, type ParkedDocument } from './parked.js';

/** Where a consumer stands in one drive's stream of one source. */
export interface StreamPosition {
  source: ServiceName;
  drive: DriveId;
  /** The last version passed. */
  version: number;
  /** The version in the database: behind `version` by events that may be passed again after a crash. */
  stored: number;
  /** Waits for an operator: nothing of this stream is handled. */
  parked: boolean;
  /** The drive is gone for good: nothing of it is handled. */
  closed: boolean;
}

const MAX_REMEMBERED = 20_000;

/** Remembers places so that an event costs one write and no read. The database decides: a move from a wrong place is refused there. */
export class StreamPositions {
  private readonly remembered = new Map<string, StreamPosition>();
  /** Places whose version is ahead of the database. */
  private readonly ahead = new Set<StreamPosition>();
  /** Parked streams that are being taken up again. */
  private readonly reopened = new Set<string>();
  private readonly parked: Collection<ParkedDocument>;
  private readonly closed: ClosedDrives;

  constructor(
    db: Db,
    private readonly cursors: Cursors,
  ) {
    this.parked = parkedCollection(db);
    this.closed = new ClosedDrives(db);
  }

  async load(source: ServiceName, drive: DriveId): Promise<StreamPosition> {
    const id = this.cursors.id(source, drive);
    const known = this.remembered.get(id);
    if (known) return known;
    const [version, parked] = await Promise.all([
      this.cursors.read(source, drive),
      this.parked.findOne({ _id: id }, { readConcern: { level: 'majority' }, projection: { _id: 1 } }),
    ]);
    const place = {
      source,
      drive,
      version,
      stored: version,
      parked: parked !== null && !this.reopened.has(id),
      // A drive that was closed has no cursor.
      closed: version === 0 && (await this.closed.has(drive)),
    };
    this.remembered.set(id, place);
    return place;
  }

  /** Handles events of a parked stream again, though it is still written down as parked. */
  reopen(source: ServiceName, drive: DriveId): void {
    const id = this.cursors.id(source, drive);
    this.reopened.add(id);
    const place = this.remembered.get(id);
    if (place) place.parked = false;
  }

  /** The stream is written down as not parked any more, or as parked again. */
  settled(source: ServiceName, drive: DriveId): void {
    this.reopened.delete(this.cursors.id(source, drive));
  }

  /** For the transaction of an effect; `arrived` tells that it committed. */
  move(place: StreamPosition, to: number, session?: Parameters<Cursors['move']>[4]): Promise<void> {
    return this.cursors.move(place.source, place.drive, place.stored, to, session);
  }

  arrived(place: StreamPosition, version: number): void {
    place.version = version;
    place.stored = version;
    this.ahead.delete(place);
  }

  /**
   * Passes an event that may come again after a crash: no one here handles it, or its effect is idempotent. Many of them are written down together,
   * by `store`.
   */
  pass(place: StreamPosition, version: number): void {
    place.version = version;
    this.ahead.add(place);
  }

  /** Whether the database still says what the place says: else another process has been here. */
  async isCurrent(place: StreamPosition): Promise<boolean> {
    return (await this.cursors.read(place.source, place.drive)) === place.stored;
  }

  /** Whether events were passed that the database does not know of as passed. */
  isAhead(place: StreamPosition): boolean {
    return this.ahead.has(place);
  }

  /** What `store` is to be called for, now and then, in the turn of its drive. */
  unwritten(): StreamPosition[] {
    return [...this.ahead];
  }

  /** Writes a place down, if it still has to be. Answers false when the database says something else: then the place is forgotten. */
  async store(place: StreamPosition): Promise<boolean> {
    if (!this.ahead.has(place)) return true;
    try {
      await this.move(place, place.version);
      this.arrived(place, place.version);
      return true;
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      this.forget(place);
      return false;
    }
  }

  /** To be read again: the database says something else. */
  forget(place: StreamPosition): void {
    const id = this.cursors.id(place.source, place.drive);
    if (this.remembered.get(id) === place) this.remembered.delete(id);
    this.ahead.delete(place);
  }

  all(): StreamPosition[] {
    return [...this.remembered.values()];
  }

  /** Forgets places that the database knows as well, of idle drives. */
  forgetWritten(isIdle: (drive: DriveId) => boolean): void {
    for (const [id, place] of this.remembered) {
      if (isIdle(place.drive) && !this.ahead.has(place)) this.remembered.delete(id);
    }
  }

  /** Keeps the memory bounded; places of drives that are busy, or not written down yet, stay. */
  trim(isIdle: (drive: DriveId) => boolean): void {
    if (this.remembered.size <= MAX_REMEMBERED) return;
    for (const [id, place] of this.remembered) {
      if (this.remembered.size <= MAX_REMEMBERED * 0.9) return;
      if (isIdle(place.drive) && !this.ahead.has(place)) this.remembered.delete(id);
    }
  }
}
