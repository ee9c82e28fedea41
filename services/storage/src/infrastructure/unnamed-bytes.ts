import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import type { StorageCollections } from './collections.js';

/** So many bytes more, or fewer, of a drive that no element names. */
export interface UnnamedChange {
  drive: DriveId;
  bytes: number;
}

type Countable = Pick<Blob, 'drive' | 'size' | 'unnamed'>;

/**
 * How many bytes each drive has that no element names: a counter, and the fresh blobs that it does not know of yet (see domain/unnamed.ts). A counter is moved
 * in the transaction that changes what it counts, so it is exact after a crash too; `fsck` counts again.
 */
export class UnnamedBytes {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly collections: Pick<StorageCollections, 'blobs' | 'unnamed' | 'closed'>) {}

  /**
   * Runs the writes of a transaction, up to its commit, when no other of this process moves counters: two that move the same one would conflict, and one of
   * them would begin again.
   */
  inTurn<T>(writes: () => Promise<T>): Promise<T> {
    const turn = this.last.then(writes);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Within the transaction that changes what counts. */
  async add(session: ClientSession, changes: readonly UnnamedChange[]): Promise<void> {
    const sums = new Map<DriveId, number>();
    for (const { drive, bytes } of changes) sums.set(drive, (sums.get(drive) ?? 0) + bytes);
    const updates = [...sums]
      .filter(([, bytes]) => bytes !== 0)
      .map(([_id, bytes]) => ({ updateOne: { filter: { _id }, update: { $inc: { bytes } }, upsert: true } }));
    if (updates.length > 0) await this.collections.unnamed.bulkWrite(updates, { session });
  }

  /** Adds those of some blobs that are not counted yet; the caller notes that they are. */
  async count(session: ClientSession, blobs: readonly Countable[]): Promise<void> {
    const fresh = blobs.filter(({ unnamed }) => unnamed !== 'counted');
    await this.add(
      session,
      fresh.map(({ drive, size }) => ({ drive, bytes: size })),
    );
  }

  /** Takes away those of some blobs that are counted. */
  async remove(session: ClientSession, blobs: readonly Countable[]): Promise<void> {
    const counted = blobs.filter(({ unnamed }) => unnamed === 'counted');
    await this.add(
      session,
      counted.map(({ drive, size }) => ({ drive, bytes: -size })),
    );
  }

  /** Adds bytes that are to come, at most so many that the counter does not pass `limit`. False: it would, or there is none (see `begin`). */
  async grow(session: ClientSession, { drive, bytes }: UnnamedChange, limit: number): Promise<boolean> {
    const { matchedCount } = await this.collections.unnamed.updateOne(
      { _id: drive, bytes: { $lte: limit - bytes } },
      { $inc: { bytes } },
      { session },
    );
    return matchedCount === 1;
  }

  /**
   * Begins the counter of a drive that has none. Only then it is asked whether the drive is closed: a tombstone comes before the counter of its drive is
   * removed, so one of the two is seen.
   * @throws DomainError `drive.closed`
   */
  async begin(drive: DriveId): Promise<void> {
    const { unnamed } = this.collections;
    const begun = await unnamed.updateOne({ _id: drive }, { $setOnInsert: { bytes: 0 } }, { upsert: true });
    if (begun.upsertedCount === 0 || (await this.closed([drive])).length === 0) return;
    await unnamed.deleteOne({ _id: drive });
    throw new DomainError('drive.closed');
  }

  /** All bytes that no element names, of each of some drives. */
  async of(drives: readonly DriveId[]): Promise<Map<DriveId, number>> {
    const { unnamed } = this.collections;
    const [counters, fresh] = await Promise.all([
      unnamed.find({ _id: { $in: [...drives] } }).toArray(),
      this.fresh(drives),
    ]);
    const counted = new Map(counters.map(({ _id, bytes }) => [_id, bytes]));
    return new Map(drives.map((drive) => [drive, (counted.get(drive) ?? 0) + (fresh.get(drive) ?? 0)]));
  }

  /** Those that the counters do not know of yet. */
  async fresh(drives: readonly DriveId[]): Promise<Map<DriveId, number>> {
    const sums = await this.collections.blobs
      .aggregate<{ _id: DriveId; bytes: number }>([
        { $match: { unnamed: 'fresh', drive: { $in: [...drives] } } },
        { $group: { _id: '$drive', bytes: { $sum: '$size' } } },
      ])
      .toArray();
    return new Map(sums.map(({ _id, bytes }) => [_id, bytes]));
  }

  /** Those of some drives that are gone for good. */
  closed(drives: readonly DriveId[]): Promise<DriveId[]> {
    return this.collections.closed.distinct('_id', { _id: { $in: [...drives] } });
  }
}
