import { setTimeout } from 'node:timers/promises';
import { DomainError, type BlobId, type DriveId } from '@skyshelf/contracts';
import { coalesce } from '@skyshelf/service';
import {
  MongoBulkWriteError,
  type ClientSession,
  type Collection,
  type Document,
  type MongoClient,
} from 'mongodb';
import {
  decideRemaining,
  decideNamed,
  decideTombstones,
  referenceChange,
  referenceId,
  type BlobReference,
  type Nameable,
  type ReferenceEvent,
} from '../domain/references.js';
import { type Reference, type StorageCollections, inTransaction } from './collections.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

interface Addition {
  drive: DriveId;
  references: readonly BlobReference[];
}

const MOST_ADDITIONS = 256;

/** Others may change the same blobs; the event is then delivered again. */
const MOST_TRIES = 20;
const LONGEST_PAUSE_MS = 250;

const NAMED: ReferenceEvent = { type: 'named' };
const NAMEABLE = { drive: 1, condemned: 1, size: 1, source: 1, unnamed: 1 };
const IS_CONDEMNED = { condemned: { $type: 'date' as const } };

const referenceOf = (drive: DriveId, { blobId, elementId }: BlobReference, gone: Date | null): Reference => ({
  _id: referenceId({ blobId, elementId }),
  drive,
  blobId,
  elementId,
  gone,
});

export class References {
  /**
   * Repeatable: deleted elements name nothing. So it needs no part in the consumer's transaction, and drives
   * share writes.
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
    }, MOST_ADDITIONS);
  }

  private async addAll(additions: readonly Addition[]): Promise<void> {
    const added = additions.flatMap(({ drive, references }) =>
      references.map((reference) => referenceOf(drive, reference, null)),
    );
    if (added.length === 0) return;
    const areNew = await insertMissing(this.collections.refs, added);
    if (areNew && (await this.nameFresh(additions))) return;
    for (let tries = 1; !(await this.nameCondemned(added)); tries += 1) {
      if (tries === MOST_TRIES) throw new DomainError('service.unavailable');
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tries));
    }
  }

  /**
   * For new references: removing one makes its blob counted, so fresh ones are named. False: not all were
   * fresh.
   */
  private async nameFresh(additions: readonly Addition[]): Promise<boolean> {
    const changes = [...Map.groupBy(additions, ({ drive }) => drive)].map(([drive, its]) => {
      const blobIds = new Set(its.flatMap(({ references }) => references.map(({ blobId }) => blobId)));
      return { drive, blobIds: [...blobIds] };
    });
    const updates = changes.map(({ drive, blobIds }) => ({
      updateMany: {
        filter: { _id: { $in: blobIds }, drive, unnamed: 'fresh' as const, ...IS_CONDEMNED },
        update: { $set: referenceChange(NAMED) },
      },
    }));
    const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { ordered: false });
    return matchedCount === changes.reduce((sum, { blobIds }) => sum + blobIds.length, 0);
  }

  /**
   * Changed only as read before the references, so that a later condemnation stands. False: one has changed.
   */
  private async nameCondemned(added: readonly Reference[]): Promise<boolean> {
    const { refs, blobs } = this.collections;
    const condemned = await blobs
      .find({ _id: { $in: added.map(({ blobId }) => blobId) }, ...IS_CONDEMNED }, { projection: NAMEABLE })
      .toArray();
    if (condemned.length === 0) return true;
    const kept = new Set(
      await refs.distinct('_id', { _id: { $in: added.map(({ _id }) => _id) }, gone: null }),
    );
    const { fresh, counted } = decideNamed(condemned, added, kept);
    const named = await this.nameAsRead(fresh);
    return (await this.nameCounted(counted)) && named;
  }

  private async nameAsRead(read: readonly Nameable[], session?: ClientSession): Promise<boolean> {
    if (read.length === 0) return true;
    const changes = read.map(({ _id, drive, condemned, unnamed }) => ({
      updateOne: { filter: { _id, drive, condemned, unnamed }, update: { $set: referenceChange(NAMED) } },
    }));
    const options = session ? { session } : { ordered: false };
    const { matchedCount } = await this.collections.blobs.bulkWrite(changes, options);
    return matchedCount === changes.length;
  }

  private async nameCounted(read: readonly Nameable[]): Promise<boolean> {
    if (read.length === 0) return true;
    return inTransaction(this.client, (session) =>
      this.unnamed.inTurn(async () => {
        const named = await this.nameAsRead(read, session);
        if (named) await this.unnamed.follow(session, read, NAMED);
        else await session.abortTransaction();
        return named;
      }),
    );
  }

  async remove(
    session: ClientSession,
    drive: DriveId,
    references: readonly BlobReference[],
    now: Date,
  ): Promise<void> {
    if (references.length === 0) return;
    await this.bury(session, drive, references, now);
    const blobIds = references.map(({ blobId }) => blobId);
    await this.condemnUnnamed(session, drive, blobIds, now);
  }

  private async bury(
    session: ClientSession,
    drive: DriveId,
    references: readonly BlobReference[],
    now: Date,
  ): Promise<void> {
    const { refs, blobs } = this.collections;
    const _id = { $in: references.map(referenceId) };
    const { modifiedCount } = await refs.updateMany(
      { _id, drive, gone: null },
      { $set: { gone: now } },
      { session },
    );
    if (modifiedCount === references.length) return;
    const known = await refs.distinct('_id', { _id }, { session });
    if (known.length === references.length) return;
    const blobIds = { $in: references.map(({ blobId }) => blobId) };
    const own = await blobs.distinct('_id', { _id: blobIds, drive }, { session });
    const tombstones = decideTombstones(references, known, own).map((each) => referenceOf(drive, each, now));
    if (tombstones.length > 0) await refs.insertMany(tombstones, { session });
  }

  async condemnUnnamed(
    session: ClientSession,
    drive: DriveId,
    blobIds: readonly BlobId[],
    now: Date,
  ): Promise<void> {
    const { blobs, refs } = this.collections;
    const pipeline = unnamedAmong(refs.collectionName, drive, blobIds);
    const left = decideRemaining(await blobs.aggregate<Nameable>(pipeline, { session }).toArray(), now);
    if (left.length === 0) return;
    const event: ReferenceEvent = { type: 'left', at: now };
    await this.unnamed.follow(session, left, event);
    await blobs.updateMany(
      { _id: { $in: left.map(({ _id }) => _id) }, drive },
      { $set: referenceChange(event) },
      { session },
    );
  }
}

/** Looks for one reference each: there may be a hundred thousand. */
export const unnamedAmong = (refs: string, drive: DriveId, blobIds: readonly BlobId[]): Document[] => [
  { $match: { _id: { $in: [...new Set(blobIds)] }, drive } },
  {
    $lookup: {
      from: refs,
      localField: '_id',
      foreignField: 'blobId',
      pipeline: [{ $match: { gone: null } }, { $limit: 1 }, { $project: { _id: 1 } }],
      as: 'named',
    },
  },
  { $match: { named: [] } },
  { $project: NAMEABLE },
];

const DUPLICATE = 11_000;

/**
 * Nearly all are new, and an insert costs half an upsert. Existing ones stay, tombstones too.
 * @returns whether all were new
 * @throws the driver's error unless all are certainly there
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

/** Broken connections have the same class without document errors, so the sum must fit. */
function areAllThere({ writeErrors, insertedCount, result }: MongoBulkWriteError, wanted: number): boolean {
  const errors = [writeErrors].flat();
  const duplicates = errors.filter(({ code }) => code === DUPLICATE).length;
  return (
    duplicates === errors.length &&
    insertedCount + duplicates === wanted &&
    result.getWriteConcernError() === undefined
  );
}
