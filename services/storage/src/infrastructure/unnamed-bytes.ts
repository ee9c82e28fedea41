import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import { countedBytes, counterChange, type Countable, type ReferenceEvent } from '../domain/references.js';
import type { StorageCollections } from './collections.js';
import { noRoomForUnnamed } from '../domain/blob.js';
import { isCounted, UnnamedSums, type Beginning } from '../domain/unnamed-sums.js';

export interface UnnamedChange {
  drive: DriveId;
  bytes: number;
}

/**
 * A counter for each drive; fresh blobs are added (see domain/blob.ts). Changed with what it counts, so exact
 * after a crash.
 */
export class UnnamedBytes {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly collections: Pick<StorageCollections, 'blobs' | 'unnamed' | 'closed'>) {}

  /** Runs a transaction's writes while no other here moves counters: they would conflict. */
  inTurn<T>(writes: () => Promise<T>): Promise<T> {
    const turn = this.last.then(writes);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  async add(session: ClientSession, changes: readonly UnnamedChange[]): Promise<void> {
    const sums = new Map<DriveId, number>();
    for (const { drive, bytes } of changes) sums.set(drive, (sums.get(drive) ?? 0) + bytes);
    const updates = [...sums]
      .filter(([, bytes]) => bytes !== 0)
      .map(([_id, bytes]) => ({ updateOne: { filter: { _id }, update: { $inc: { bytes } }, upsert: true } }));
    if (updates.length > 0) await this.collections.unnamed.bulkWrite(updates, { session });
  }

  async follow(session: ClientSession, blobs: readonly Countable[], event: ReferenceEvent): Promise<void> {
    const changes = blobs.map((blob) => ({ drive: blob.drive, bytes: counterChange(blob, event) }));
    await this.add(session, changes);
  }

  async remove(session: ClientSession, blobs: readonly Countable[]): Promise<void> {
    const changes = blobs.map((blob) => ({ drive: blob.drive, bytes: -countedBytes(blob) }));
    await this.add(session, changes);
  }

  /** Adds up to `limit`. False means more, or no counter (see `begin`). */
  async grow(session: ClientSession, { drive, bytes }: UnnamedChange, limit: number): Promise<boolean> {
    const { matchedCount } = await this.collections.unnamed.updateOne(
      { _id: drive, bytes: { $lte: limit - bytes } },
      { $inc: { bytes } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Only a new counter asks whether the drive is closed: the tombstone precedes the counter's removal, so one
   * is seen.
   * @throws DomainError `drive.closed`
   */
  async begin(drive: DriveId): Promise<void> {
    const { unnamed } = this.collections;
    const begun = await unnamed.updateOne({ _id: drive }, { $setOnInsert: { bytes: 0 } }, { upsert: true });
    if (begun.upsertedCount === 0 || (await this.closed([drive])).length === 0) return;
    await unnamed.deleteOne({ _id: drive });
    throw new DomainError('drive.closed');
  }

  async of(drives: readonly DriveId[]): Promise<Map<DriveId, number>> {
    const { unnamed } = this.collections;
    const [counters, fresh] = await Promise.all([
      unnamed.find({ _id: { $in: [...drives] } }).toArray(),
      this.fresh(drives),
    ]);
    const counted = new Map(counters.map(({ _id, bytes }) => [_id, bytes]));
    return new Map(drives.map((drive) => [drive, (counted.get(drive) ?? 0) + (fresh.get(drive) ?? 0)]));
  }

  async fresh(drives: readonly DriveId[]): Promise<Map<DriveId, number>> {
    const sums = await this.collections.blobs
      .aggregate<{ _id: DriveId; bytes: number }>([
        { $match: { unnamed: 'fresh', drive: { $in: [...drives] } } },
        { $group: { _id: '$drive', bytes: { $sum: '$size' } } },
      ])
      .toArray();
    return new Map(sums.map(({ _id, bytes }) => [_id, bytes]));
  }

  closed(drives: readonly DriveId[]): Promise<DriveId[]> {
    return this.collections.closed.distinct('_id', { _id: { $in: [...drives] } });
  }
}

/** Checked after recording: of two processes filling a drive at least one sees both. */
export class UnnamedRoom {
  private readonly sums = new UnnamedSums();

  constructor(
    private readonly unnamed: UnnamedBytes,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** null: it may stay. Not concurrent. */
  async refusals(begun: readonly Beginning[]): Promise<(DomainError | null)[]> {
    const drives = [...new Set(begun.map(({ blob }) => blob.drive))];
    const counted = begun.filter(isCounted);
    // The tombstone precedes the removal of blobs, so a late record finds it.
    const [closed] = await Promise.all([this.unnamed.closed(drives), this.learn(counted)]);
    return begun.map((each) => {
      if (closed.includes(each.blob.drive)) return new DomainError('drive.closed');
      return isCounted(each) && !this.sums.take(each) ? noRoomForUnnamed(each.limit) : null;
    });
  }

  private async learn(counted: readonly Beginning[]): Promise<void> {
    const at = this.now();
    const drives = this.sums.unsure(counted, at);
    if (drives.length > 0) this.sums.learn(counted, await this.unnamed.of(drives), at);
  }
}
