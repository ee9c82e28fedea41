import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Collection, Db } from 'mongodb';
import { ClosedDrives, Cursors, StaleCursorError, type StreamMark } from './cursors.js';
import { parkedCollection, type ParkedDocument } from './parked.js';

export interface StreamPosition {
  source: ServiceName;
  drive: DriveId;
  version: number;
  /** Of the event at `version`, and when that was made. */
  epoch: number;
  made?: Date | undefined;
  /** Events between this and `version` may be passed again after a crash. */
  stored: StreamMark;
  /** The epoch of the source in which it was compared with the source's stream. */
  agreed: number;
  parked: boolean;
  closed: boolean;
}

const MAX_REMEMBERED = 20_000;

/** An event costs one write and no read. The database refuses a move from a wrong position. */
export class StreamPositions {
  private readonly remembered = new Map<string, StreamPosition>();
  private readonly ahead = new Set<StreamPosition>();
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
    const [mark, parked] = await Promise.all([
      this.cursors.read(source, drive),
      this.parked.findOne({ _id: id }, { readConcern: { level: 'majority' }, projection: { _id: 1 } }),
    ]);
    const position = {
      source,
      drive,
      ...mark,
      stored: mark,
      agreed: mark.epoch,
      parked: parked !== null && !this.reopened.has(id),
      // A closed drive has no cursor.
      closed: mark.version === 0 && (await this.closed.has(drive)),
    };
    this.remembered.set(id, position);
    return position;
  }

  /** Reopens a position that is still stored as parked. */
  reopen(source: ServiceName, drive: DriveId): void {
    const id = this.cursors.id(source, drive);
    this.reopened.add(id);
    const position = this.remembered.get(id);
    if (position) position.parked = false;
  }

  settled(source: ServiceName, drive: DriveId): void {
    this.reopened.delete(this.cursors.id(source, drive));
  }

  /** Moves the position in the effect's transaction; call `arrived` after its commit. */
  move(position: StreamPosition, to: StreamMark, session?: Parameters<Cursors['move']>[4]): Promise<void> {
    return this.cursors.move(position.source, position.drive, position.stored, to, session);
  }

  arrived(position: StreamPosition, mark: StreamMark): void {
    Object.assign(position, mark, { stored: mark });
    this.ahead.delete(position);
  }

  /** Its source lost what came behind. */
  async setBack(position: StreamPosition, to: StreamMark): Promise<void> {
    await this.cursors.setBack(position.source, position.drive, position.stored, to);
    this.arrived(position, to);
  }

  /** Passes an event that may be repeated after a crash. `store` writes many together. */
  pass(position: StreamPosition, mark: StreamMark): void {
    Object.assign(position, mark);
    this.ahead.add(position);
  }

  async isCurrent(position: StreamPosition): Promise<boolean> {
    const { version, epoch } = await this.cursors.read(position.source, position.drive);
    return version === position.stored.version && epoch === position.stored.epoch;
  }

  isAhead(position: StreamPosition): boolean {
    return this.ahead.has(position);
  }

  unwritten(): StreamPosition[] {
    return [...this.ahead];
  }

  /** Answers false, and forgets the position, when the database disagrees. */
  async store(position: StreamPosition): Promise<boolean> {
    if (!this.ahead.has(position)) return true;
    try {
      const { version, epoch, made } = position;
      await this.move(position, { version, epoch, made });
      this.arrived(position, { version, epoch, made });
      return true;
    } catch (error) {
      if (!(error instanceof StaleCursorError)) throw error;
      this.forget(position);
      return false;
    }
  }

  forget(position: StreamPosition): void {
    const id = this.cursors.id(position.source, position.drive);
    if (this.remembered.get(id) === position) this.remembered.delete(id);
    this.ahead.delete(position);
  }

  all(): StreamPosition[] {
    return [...this.remembered.values()];
  }

  forgetWritten(isIdle: (drive: DriveId) => boolean): void {
    for (const [id, position] of this.remembered) {
      if (isIdle(position.drive) && !this.ahead.has(position)) this.remembered.delete(id);
    }
  }

  trim(isIdle: (drive: DriveId) => boolean): void {
    if (this.remembered.size <= MAX_REMEMBERED) return;
    for (const [id, position] of this.remembered) {
      if (this.remembered.size <= MAX_REMEMBERED * 0.9) return;
      if (isIdle(position.drive) && !this.ahead.has(position)) this.remembered.delete(id);
    }
  }
}
