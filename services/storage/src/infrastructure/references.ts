import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import type { StorageCollections } from './collections.js';

/** That an element names a blob. */
export interface Naming {
  blobId: BlobId;
  elementId: ElementId;
}

const idOf = ({ blobId, elementId }: Naming): string => `${blobId}.${elementId}`;

/** Who names which blob. Every change happens within the transaction of the event that says so. */
export class References {
  constructor(private readonly collections: StorageCollections) {}

  /** Elements name blobs: those are no one else's to condemn. */
  async add(session: ClientSession, drive: DriveId, namings: readonly Naming[]): Promise<void> {
    const writes = namings.map((naming) => {
      const reference = { drive, blobId: naming.blobId, elementId: naming.elementId };
      return {
        updateOne: { filter: { _id: idOf(naming) }, update: { $setOnInsert: reference }, upsert: true },
      };
    });
    await this.collections.refs.bulkWrite(writes, { session, ordered: false });
    const blobIds = namings.map(({ blobId }) => blobId);
    await this.collections.blobs.updateMany(
      { _id: { $in: blobIds }, drive, condemned: { $type: 'date' } },
      { $set: { condemned: null, announcement: null } },
      { session },
    );
  }

  /** Elements are gone: what nobody names any more is condemned as of now. */
  async remove(session: ClientSession, drive: DriveId, namings: readonly Naming[], now: Date): Promise<void> {
    if (namings.length === 0) return;
    await this.collections.refs.deleteMany({ _id: { $in: namings.map(idOf) }, drive }, { session });
    await this.condemnUnnamed(
      session,
      drive,
      namings.map(({ blobId }) => blobId),
      now,
    );
  }

  /** Condemns those of the blobs that no element names. One condemned earlier keeps its date. */
  async condemnUnnamed(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
    now: Date,
  ): Promise<void> {
    const named = await this.collections.refs.distinct(
      'blobId',
      { blobId: { $in: [...blobIds] } },
      { session },
    );
    const unnamed = blobIds.filter((blobId) => !named.includes(blobId));
    await this.collections.blobs.updateMany(
      { _id: { $in: unnamed }, drive, source: null, $or: [{ condemned: null }, { condemned: { $gt: now } }] },
      { $set: { condemned: now, announcement: null } },
      { session },
    );
  }
}
