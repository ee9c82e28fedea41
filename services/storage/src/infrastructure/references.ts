import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { ClientSession } from 'mongodb';
import { batched } from './batched.js';
import type { StorageCollections } from './collections.js';

/** That an element names a blob. */
export interface Naming {
  blobId: BlobId;
  elementId: ElementId;
}

const idOf = ({ blobId, elementId }: Naming): string => `${blobId}.${elementId}`;

const referenceOf = (drive: DriveId, { blobId, elementId }: Naming) => ({
  updateOne: {
    filter: { _id: idOf({ blobId, elementId }) },
    update: { $setOnInsert: { drive, blobId, elementId } },
    upsert: true,
  },
});

/** What one event says: elements of a drive name blobs. */
interface Addition {
  drive: DriveId;
  namings: readonly Naming[];
}

/** Who names which blob. */
export class References {
  /**
   * Elements name blobs: those are no one else's to condemn. May be repeated: after a crash a drive's events come again in their order, and a set that goes
   * through the same changes once more ends as it was. So this needs no transaction, and the events of many drives share two writes.
   */
  readonly add: (addition: Addition) => Promise<void>;

  constructor(private readonly collections: StorageCollections) {
    this.add = batched(async (additions: Addition[]) => {
      await this.addAll(additions);
      return additions.map(() => undefined);
    });
  }

  private async addAll(additions: readonly Addition[]): Promise<void> {
    const references = additions.flatMap(({ drive, namings }) =>
      namings.map((naming) => referenceOf(drive, naming)),
    );
    if (references.length > 0) await this.collections.refs.bulkWrite(references, { ordered: false });
    const claimed = additions.map(({ drive, namings }) => ({
      updateMany: {
        filter: {
          _id: { $in: namings.map(({ blobId }) => blobId) },
          drive,
          condemned: { $type: 'date' as const },
        },
        update: { $set: { condemned: null, announcement: null } },
      },
    }));
    await this.collections.blobs.bulkWrite(claimed, { ordered: false });
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
