import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { MongoBulkWriteError, type ClientSession, type Collection } from 'mongodb';
import { batched } from './batched.js';
import type { Reference, StorageCollections } from './collections.js';
import { unnamedAmong } from './unnamed-blobs.js';

/** That an element names a blob. */
export interface Naming {
  blobId: BlobId;
  elementId: ElementId;
}

const idOf = ({ blobId, elementId }: Naming): string => `${blobId}.${elementId}`;

const referenceOf = (drive: DriveId, { blobId, elementId }: Naming): Reference => ({
  _id: idOf({ blobId, elementId }),
  drive,
  blobId,
  elementId,
  gone: null,
});

/** What one event says: elements of a drive name blobs. */
interface Addition {
  drive: DriveId;
  namings: readonly Naming[];
}

/** Who names which blob. */
export class References {
  /**
   * Elements name blobs: those are no one else's to condemn. May be repeated at any time: an element that is gone by now names nothing. So this needs no
   * transaction, which a stopped process would leave open, and the events of many drives share two writes.
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
    if (references.length === 0) return;
    await insertMissing(this.collections.refs, references);
    await this.save(additions);
  }

  /**
   * Takes the verdict from blobs that are named by now. The verdict is read before the references and taken only as it was read: one that a removal has
   * given since, after an addition that ran elsewhere had taken the first, is of a later moment and stands.
   */
  private async save(additions: readonly Addition[]): Promise<void> {
    const { refs, blobs } = this.collections;
    const namings = additions.flatMap(({ drive, namings: its }) => its.map((each) => ({ drive, ...each })));
    const condemned = await blobs
      .find(
        { _id: { $in: namings.map(({ blobId }) => blobId) }, condemned: { $type: 'date' } },
        { projection: { drive: 1, condemned: 1 } },
      )
      .toArray();
    if (condemned.length === 0) return;
    const named = new Set(await refs.distinct('_id', { _id: { $in: namings.map(idOf) }, gone: null }));
    const saved = condemned.filter(({ _id, drive }) =>
      namings.some((each) => each.blobId === _id && each.drive === drive && named.has(idOf(each))),
    );
    if (saved.length === 0) return;
    const update = { $set: { condemned: null, announcement: null } };
    const changes = saved.map(({ _id, drive, condemned: since }) => ({
      updateOne: { filter: { _id, drive, condemned: since }, update },
    }));
    await blobs.bulkWrite(changes, { ordered: false });
  }

  /** Elements are gone for good: what nobody names any more is condemned as of now. */
  async remove(session: ClientSession, drive: DriveId, namings: readonly Naming[], now: Date): Promise<void> {
    if (namings.length === 0) return;
    await this.bury(session, drive, namings, now);
    await this.condemnUnnamed(
      session,
      drive,
      namings.map(({ blobId }) => blobId),
      now,
    );
  }

  /** Turns references into tombstones. One that was never added gets its tombstone too, when the blob is of this drive. */
  private async bury(
    session: ClientSession,
    drive: DriveId,
    namings: readonly Naming[],
    now: Date,
  ): Promise<void> {
    const { refs, blobs } = this.collections;
    const ids = namings.map(idOf);
    const { modifiedCount } = await refs.updateMany(
      { _id: { $in: ids }, drive, gone: null },
      { $set: { gone: now } },
      { session },
    );
    if (modifiedCount === ids.length) return;
    const found = await refs.distinct('_id', { _id: { $in: ids } }, { session });
    const missing = namings.filter((each) => !found.includes(idOf(each)));
    if (missing.length === 0) return;
    const own = await blobs.distinct(
      '_id',
      { _id: { $in: missing.map(({ blobId }) => blobId) }, drive },
      { session },
    );
    const tombstones = missing
      .filter(({ blobId }) => own.includes(blobId))
      .map((each) => ({ _id: idOf(each), drive, ...each, gone: now }));
    if (tombstones.length > 0) await refs.insertMany(tombstones, { session });
  }

  /** Condemns those of the blobs that no element names. One condemned earlier keeps its date. */
  async condemnUnnamed(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
    now: Date,
  ): Promise<void> {
    const unnamed = await this.unnamedOf(session, drive, blobIds);
    if (unnamed.length === 0) return;
    await this.collections.blobs.updateMany(
      { _id: { $in: unnamed }, drive, source: null, $or: [{ condemned: null }, { condemned: { $gt: now } }] },
      { $set: { condemned: now, announcement: null } },
      { session },
    );
  }
  private async unnamedOf(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
  ): Promise<BlobId[]> {
    const { blobs, refs } = this.collections;
    const pipeline = unnamedAmong(refs.collectionName, drive, blobIds);
    const found = await blobs.aggregate<{ _id: BlobId }>(pipeline, { session }).toArray();
    return found.map(({ _id }) => _id);
  }
}

const DUPLICATE = 11_000;

/**
 * Nearly all are new, and an insert costs half of what an upsert does. What is there already stays as it is, tombstones too.
 * @throws the driver's error when it is not known of each one that it is there
 */
async function insertMissing(refs: Collection<Reference>, references: readonly Reference[]): Promise<void> {
  try {
    await refs.insertMany(references, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !areAllThere(error, references.length)) throw error;
  }
}

/** The driver gives a broken connection the same class, without any error of a document: only what adds up counts. */
function areAllThere({ writeErrors, insertedCount, result }: MongoBulkWriteError, wanted: number): boolean {
  const errors = [writeErrors].flat();
  const duplicates = errors.filter(({ code }) => code === DUPLICATE).length;
  return (
    duplicates === errors.length &&
    insertedCount + duplicates === wanted &&
    result.getWriteConcernError() === undefined
  );
}
