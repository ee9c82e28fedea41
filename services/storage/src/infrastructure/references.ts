import type { BlobId, DriveId } from '@skyshelf/contracts';
import { coalesce } from '@skyshelf/service';
import { MongoBulkWriteError, type ClientSession, type Collection, type MongoClient } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import { referenceId, type BlobReference } from '../domain/reference.js';
import type { Reference, StorageCollections } from './collections.js';
import { inTransaction } from './transaction.js';
import { unnamedAmong } from './unnamed-blobs.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

const referenceOf = (drive: DriveId, { blobId, elementId }: BlobReference): Reference => ({
  _id: referenceId({ blobId, elementId }),
  drive,
  blobId,
  elementId,
  gone: null,
});

/** What one event says: elements of a drive name blobs. */
interface Addition {
  drive: DriveId;
  references: readonly BlobReference[];
}

type Condemned = Pick<Blob, '_id' | 'drive' | 'condemned' | 'size' | 'source' | 'unnamed'>;

/** Who names which blob. */
export class References {
  /**
   * Elements name blobs: those are no one else's to condemn. May be repeated at any time: an element that is gone by now names nothing. So this is no
   * part of the transaction that moves the consumer's cursor, and the events of many drives share the writes.
   */
  readonly add: (addition: Addition) => Promise<void>;

  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
  ) {
    this.add = coalesce(async (additions: Addition[]) => {
      await this.addAll(additions);
      return additions.map(() => undefined);
    });
  }

  private async addAll(additions: readonly Addition[]): Promise<void> {
    const added = additions.flatMap(({ drive, references }) =>
      references.map((reference) => referenceOf(drive, reference)),
    );
    if (added.length === 0) return;
    const areNew = await insertMissing(this.collections.refs, added);
    if (!areNew || !(await this.takeNew(additions))) await this.save(additions);
  }

  /**
   * Takes the verdict from fresh blobs by references that were not there a moment ago: whatever removes one of those since then makes the blob counted,
   * so what is fresh is named. False: not all were fresh.
   */
  private async takeNew(additions: readonly Addition[]): Promise<boolean> {
    const changes = [...Map.groupBy(additions, ({ drive }) => drive)].map(([drive, its]) => {
      const blobIds = new Set(its.flatMap(({ references }) => references.map(({ blobId }) => blobId)));
      return { drive, blobIds: [...blobIds] };
    });
    const updates = changes.map(({ drive, blobIds }) => ({
      updateMany: {
        filter: {
          _id: { $in: blobIds },
          drive,
          unnamed: 'fresh' as const,
          condemned: { $type: 'date' as const },
        },
        update: { $set: NAMED },
      },
    }));
    const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { ordered: false });
    return matchedCount === changes.reduce((sum, { blobIds }) => sum + blobIds.length, 0);
  }

  /**
   * Takes the verdict from blobs that are named by now. The verdict is read before the references and taken only as it was read: one that a removal has
   * given since, after an addition that ran elsewhere had taken the first, is of a later moment and stands.
   */
  private async save(additions: readonly Addition[]): Promise<void> {
    for (let saved = false; !saved;) saved = await this.trySaving(additions);
  }

  /** False: a verdict has changed since it was read. */
  private async trySaving(additions: readonly Addition[]): Promise<boolean> {
    const { refs, blobs } = this.collections;
    const references = additions.flatMap(({ drive, references: its }) =>
      its.map((each) => ({ drive, ...each })),
    );
    const condemned = await blobs
      .find(
        { _id: { $in: references.map(({ blobId }) => blobId) }, condemned: { $type: 'date' } },
        { projection: { drive: 1, condemned: 1, size: 1, source: 1, unnamed: 1 } },
      )
      .toArray();
    if (condemned.length === 0) return true;
    const named = new Set(
      await refs.distinct('_id', { _id: { $in: references.map(referenceId) }, gone: null }),
    );
    const saved = condemned.filter(({ _id, drive }) =>
      references.some((each) => each.blobId === _id && each.drive === drive && named.has(referenceId(each))),
    );
    const counted = saved.filter(({ unnamed }) => unnamed === 'counted');
    const taken = await this.takeFresh(saved.filter((blob) => !counted.includes(blob)));
    return (await this.takeCounted(counted)) && taken;
  }

  /** Takes verdicts as they were read, of blobs that no counter knows. */
  private async takeFresh(condemned: readonly Condemned[]): Promise<boolean> {
    if (condemned.length === 0) return true;
    const changes = condemned.map((blob) => becomesNamed(blob));
    const { matchedCount } = await this.collections.blobs.bulkWrite(changes, { ordered: false });
    return matchedCount === changes.length;
  }

  /** The same of those that are counted, with their bytes; all or nothing. */
  private async takeCounted(condemned: readonly Condemned[]): Promise<boolean> {
    if (condemned.length === 0) return true;
    const changes = condemned.map((blob) => becomesNamed(blob));
    return inTransaction(this.client, (session) =>
      this.unnamed.inTurn(async () => {
        const { matchedCount } = await this.collections.blobs.bulkWrite(changes, { session });
        const taken = matchedCount === changes.length;
        if (taken) await this.unnamed.remove(session, condemned);
        else await session.abortTransaction();
        return taken;
      }),
    );
  }

  /** Elements are gone for good: what no one names any more is condemned as of now. */
  async remove(
    session: ClientSession,
    drive: DriveId,
    references: readonly BlobReference[],
    now: Date,
  ): Promise<void> {
    if (references.length === 0) return;
    await this.bury(session, drive, references, now);
    await this.condemnUnnamed(
      session,
      drive,
      references.map(({ blobId }) => blobId),
      now,
    );
  }

  /** Turns references into tombstones. One that was never added gets its tombstone too, when the blob is of this drive. */
  private async bury(
    session: ClientSession,
    drive: DriveId,
    references: readonly BlobReference[],
    now: Date,
  ): Promise<void> {
    const { refs, blobs } = this.collections;
    const ids = references.map(referenceId);
    const { modifiedCount } = await refs.updateMany(
      { _id: { $in: ids }, drive, gone: null },
      { $set: { gone: now } },
      { session },
    );
    if (modifiedCount === ids.length) return;
    const found = await refs.distinct('_id', { _id: { $in: ids } }, { session });
    const missing = references.filter((each) => !found.includes(referenceId(each)));
    if (missing.length === 0) return;
    const own = await blobs.distinct(
      '_id',
      { _id: { $in: missing.map(({ blobId }) => blobId) }, drive },
      { session },
    );
    const tombstones = missing
      .filter(({ blobId }) => own.includes(blobId))
      .map((each) => ({ _id: referenceId(each), drive, ...each, gone: now }));
    if (tombstones.length > 0) await refs.insertMany(tombstones, { session });
  }

  /** Condemns those of the blobs that no element names. One condemned earlier keeps its date. */
  async condemnUnnamed(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
    now: Date,
  ): Promise<void> {
    const unnamed = (await this.unnamedOf(session, drive, blobIds)).filter(
      ({ source, condemned }) => source === null && (condemned === null || condemned > now),
    );
    if (unnamed.length === 0) return;
    await this.unnamed.count(session, unnamed);
    await this.collections.blobs.updateMany(
      { _id: { $in: unnamed.map(({ _id }) => _id) }, drive },
      { $set: { condemned: now, unnamed: 'counted', announcement: null } },
      { session },
    );
  }

  private async unnamedOf(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
  ): Promise<Condemned[]> {
    const { blobs, refs } = this.collections;
    const pipeline = unnamedAmong(refs.collectionName, drive, blobIds);
    return blobs.aggregate<Condemned>(pipeline, { session }).toArray();
  }
}

const NAMED = { condemned: null, unnamed: null, announcement: null };

/** Only as it was read. */
const becomesNamed = ({ _id, drive, condemned, unnamed }: Condemned) => ({
  updateOne: {
    filter: { _id, drive, condemned, unnamed },
    update: { $set: NAMED },
  },
});

const DUPLICATE = 11_000;

/**
 * Nearly all are new, and an insert costs half of what an upsert does. What is there already stays as it is, tombstones too.
 * @returns whether all were new
 * @throws the driver's error when it is not known of each one that it is there
 */
async function insertMissing(
  refs: Collection<Reference>,
  references: readonly Reference[],
): Promise<boolean> {
  try {
    await refs.insertMany(references, { ordered: false });
    return true;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !areAllThere(error, references.length)) throw error;
    return false;
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
