import type { BlobId, DerivativeKind, DriveId } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Clock } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type { Blob } from '../../domain/blob.js';
import type { StorageCollections } from '../collections.js';
import type { Holds } from '../holds.js';
import type { References } from '../references.js';
import type { UnnamedBytes } from '../unnamed-bytes.js';
import { inTransaction } from '../transaction.js';

/** What an element that exists says of bytes whose record is lost or on its way out. */
export interface ClaimedBlob {
  blobId: BlobId;
  /** Bytes; null where the element does not say. */
  size: number | null;
  type: string;
  /** The blob it was made from; null for what was uploaded or made from an address. */
  source: BlobId | null;
  /** What was made; null for what was uploaded. */
  kind: DerivativeKind | null;
}

const HOLD_MS = 30_000;

export interface MendingParts {
  client: MongoClient;
  collections: StorageCollections;
  objects: ObjectStore;
  references: References;
  unnamed: UnnamedBytes;
  clock: Clock;
}

/** Brings the records of blobs in line with the bytes that are there and the elements that name them. Removes nothing. */
export class MendBlobs {
  /** The hold is this process's: whoever let it go would let it go for all who adopt here. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly parts: MendingParts,
    private readonly holds: Holds,
  ) {}

  /**
   * Makes blobs ready whose bytes lie in the store, as long as their elements say. No sweep runs meanwhile, and nobody else adopts any.
   * @returns those that are ready now; null when another process is at it: ask again
   */
  adopt(drive: DriveId, claimed: readonly ClaimedBlob[]): Promise<BlobId[] | null> {
    const adopted = this.last.then(() => this.adoptAlone(drive, claimed));
    this.last = adopted.catch(() => undefined);
    return adopted;
  }

  private async adoptAlone(drive: DriveId, claimed: readonly ClaimedBlob[]): Promise<BlobId[] | null> {
    if (!(await this.holds.take('sweep', HOLD_MS))) return null;
    try {
      const ready: BlobId[] = [];
      for (const each of claimed) if (await this.adoptOne(drive, each)) ready.push(each.blobId);
      return ready;
    } finally {
      await this.holds.letGo('sweep');
    }
  }

  private async adoptOne(
    drive: DriveId,
    { blobId, size, type, source, kind }: ClaimedBlob,
  ): Promise<boolean> {
    const { collections, objects, clock } = this.parts;
    const { blobs } = collections;
    const found = await objects.head(blobId);
    if (!found || (size !== null && found.size !== size)) return false;
    const record = await blobs.findOne({ _id: blobId });
    if (record?.drive !== undefined && record.drive !== drive) return false;
    if (record && record.size !== found.size) return false;
    const now = clock.now();
    if (record) {
      const kept = {
        finished: record.finished ?? now,
        hashDue: record.sha256 === null ? now : record.hashDue,
      };
      await this.makeReady(blobId, drive, kept);
      return true;
    }
    await blobs.updateOne(
      { _id: blobId },
      { $setOnInsert: recordOf(blobId, { drive, size: found.size, type, source, kind }, now) },
      { upsert: true },
    );
    return true;
  }

  private async makeReady(blobId: BlobId, drive: DriveId, kept: Partial<Blob>): Promise<void> {
    const { client, collections, unnamed } = this.parts;
    await inTransaction(client, async (session) => {
      const before = await collections.blobs.findOneAndUpdate(
        { _id: blobId, drive, state: { $ne: 'ready' } },
        {
          $set: {
            ...kept,
            state: 'ready',
            expires: null,
            condemned: null,
            unnamed: null,
            announcement: null,
          },
        },
        { session },
      );
      if (before) await unnamed.remove(session, [before]);
    });
  }

  /** Blobs that nobody names are condemned as of now: the sweep removes them after the days that every deletion leaves, if catalog agrees. */
  async condemn(drive: DriveId, blobIds: readonly BlobId[]): Promise<void> {
    const { client, collections, references, clock } = this.parts;
    await inTransaction(client, async (session) => {
      const now = clock.now();
      await references.condemnUnnamed(session, drive, blobIds, now);
      const derived = await collections.blobs
        .find(
          { _id: { $in: [...blobIds] }, drive, source: { $type: 'string' }, condemned: null },
          { session },
        )
        .toArray();
      const sources = derived.flatMap(({ source }) => (source ? [source] : []));
      const there = await collections.blobs.distinct('_id', { _id: { $in: sources } }, { session });
      const orphans = derived.filter(({ source }) => source && !there.includes(source));
      await collections.blobs.updateMany(
        { _id: { $in: orphans.map(({ _id }) => _id) }, condemned: null },
        { $set: { condemned: now } },
        { session },
      );
    });
  }
}

/** The hash is made by the sweep, as of every blob that was not seen in one go. */
const recordOf = (
  blobId: BlobId,
  known: Pick<Blob, 'drive' | 'size' | 'type' | 'source' | 'kind'>,
  now: Date,
): Omit<Blob, '_id'> => ({
  ...known,
  state: 'ready',
  once: `mended:${blobId}`,
  uploadId: null,
  sha256: null,
  hashDue: now,
  width: null,
  height: null,
  begun: now,
  finished: now,
  expires: null,
  condemned: null,
  unnamed: null,
  announcement: null,
});
