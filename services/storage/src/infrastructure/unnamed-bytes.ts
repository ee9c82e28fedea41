import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import { isUnnamed } from '../domain/unnamed.js';
import type { StorageCollections } from './collections.js';

/** So many bytes more, or fewer, of a drive that no element names. */
export interface UnnamedChange {
  drive: DriveId;
  bytes: number;
}

/** Bytes that are to come, and how many of its unnamed ones the drive may then have; no limit when infinite. */
export interface Growth extends UnnamedChange {
  limit: number;
}

/** Counters a step of the sweep or a shared write changes at most: one for each of its drives. */
type Sums = Map<DriveId, { bytes: number; room: number }>;

/**
 * How many bytes each drive has that no element names. A counter is moved in the transaction that changes what it counts (see domain/unnamed.ts), so it is
 * exact after a crash too; `fsck` counts again.
 */
export class UnnamedBytes {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly collections: Pick<StorageCollections, 'unnamed' | 'closed'>) {}

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
    const updates = [...sumsOf(changes.map((change) => ({ ...change, limit: Infinity })))]
      .filter(([, { bytes }]) => bytes !== 0)
      .map(([_id, { bytes }]) => ({
        updateOne: { filter: { _id }, update: { $inc: { bytes } }, upsert: true },
      }));
    if (updates.length > 0) await this.collections.unnamed.bulkWrite(updates, { session });
  }

  /** The same for blobs as they are counted now; those that don't count are passed over. */
  async remove(
    session: ClientSession,
    blobs: readonly Pick<Blob, 'drive' | 'size' | 'source' | 'condemned' | 'finished'>[],
  ): Promise<void> {
    await this.add(
      session,
      blobs.filter(isUnnamed).map(({ drive, size }) => ({ drive, bytes: -size })),
    );
  }

  /** The same for what is to come. False: a drive has no room for it (see `fitting`), and nothing of the transaction may stay. */
  async grow(session: ClientSession, growths: readonly Growth[]): Promise<boolean> {
    const updates = [...sumsOf(growths)].map(([_id, { bytes, room }]) => ({
      updateOne: {
        filter: { _id, ...(room < Infinity && { bytes: { $lte: room } }) },
        update: { $inc: { bytes } },
      },
    }));
    if (updates.length === 0) return true;
    const { matchedCount } = await this.collections.unnamed.bulkWrite(updates, { session });
    return matchedCount === updates.length;
  }

  /**
   * Those of them that have room now, in their order. Drives that have no counter yet get one.
   * @throws DomainError `drive.closed`
   */
  async fitting<G extends Growth>(growths: readonly G[]): Promise<G[]> {
    const { unnamed } = this.collections;
    const drives = [...new Set(growths.map(({ drive }) => drive))];
    const counters = await unnamed.find({ _id: { $in: drives } }).toArray();
    const known = new Map(counters.map(({ _id, bytes }) => [_id, bytes]));
    const missing = drives.filter((drive) => !known.has(drive));
    if (missing.length > 0) {
      const begun = missing.map((_id) => ({
        updateOne: { filter: { _id }, update: { $setOnInsert: { bytes: 0 } }, upsert: true },
      }));
      await unnamed.bulkWrite(begun, { ordered: false });
      for (const drive of missing) await this.requireOpen(drive);
    }
    return growths.filter(({ drive, bytes, limit }) => {
      const after = (known.get(drive) ?? 0) + bytes;
      if (after <= limit) known.set(drive, after);
      return after <= limit;
    });
  }

  /** Asked after a counter was made: a tombstone comes before the counter of its drive is removed, so one of the two is seen. */
  private async requireOpen(drive: DriveId): Promise<void> {
    if (!(await this.collections.closed.findOne({ _id: drive }))) return;
    await this.collections.unnamed.deleteOne({ _id: drive });
    throw new DomainError('drive.closed');
  }
}

/** What the changes of each drive come to, and how much it may have before them. */
function sumsOf(growths: readonly Growth[]): Sums {
  const sums: Sums = new Map();
  for (const { drive, bytes, limit } of growths) {
    const { bytes: before = 0, room = Infinity } = sums.get(drive) ?? {};
    sums.set(drive, { bytes: before + bytes, room: Math.min(room, limit - before - bytes) });
  }
  return sums;
}
