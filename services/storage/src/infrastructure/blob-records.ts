import {
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type StorageTotals,
} from '@skyshelf/contracts';
import { coalesce } from '@skyshelf/service';
import { MongoError, MongoServerError, type MongoClient } from 'mongodb';
import type { Blobs, Contents, Outcome, Ready } from '../application/ports.js';
import type { Blob } from '../domain/blob.js';
import type { Beginning } from '../domain/unnamed-sums.js';
import { blobQueries, type StorageCollections, inTransaction } from './collections.js';
import type { UnnamedBytes, UnnamedRoom } from './unnamed-bytes.js';

const READY = { state: 'ready', expires: null } as const;
const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** 25 bundles of ten. */
const MOST_AT_ONCE = 256;

/** Parallel uploads share round trips and commits. */
export class BlobRecords implements Blobs {
  readonly begin: (blob: Blob, limit: number) => Promise<void>;
  readonly finish: (outcome: Outcome) => Promise<Ready | null>;

  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly room: UnnamedRoom,
  ) {
    const begin = coalesce((beginnings: Beginning[]) => this.beginAll(beginnings), MOST_AT_ONCE);
    this.begin = async (blob, limit) => {
      const refusal = await begin({ blob, limit });
      if (refusal) throw refusal;
    };
    const finish = coalesce((outcomes: Outcome[]) => this.finishAll(outcomes), MOST_AT_ONCE);
    this.finish = async (outcome) => {
      const finished = await finish(outcome);
      if (finished instanceof Error) throw finished;
      return finished;
    };
  }

  get(blobId: BlobId): Promise<Blob | null> {
    return this.collections.blobs.findOne({ _id: blobId });
  }

  async some(blobIds: readonly BlobId[]): Promise<ReadonlyMap<BlobId, Blob>> {
    const chosen = { _id: { $in: [...new Set(blobIds)] } };
    const found = await this.collections.blobs.find(chosen, { batchSize: blobIds.length + 1 }).toArray();
    return new Map(found.map((blob) => [blob._id, blob]));
  }

  ofDrive(drive: DriveId, after: BlobId | null, limit: number): Promise<Blob[]> {
    const behind = { drive, ...(after !== null && { _id: { $gt: after } }) };
    return this.collections.blobs.find(behind).sort({ _id: 1 }).limit(limit).toArray();
  }

  madeFrom(source: BlobId, kind: DerivativeKind): Promise<Blob | null> {
    return this.collections.blobs.findOne({ source, kind, state: 'ready' });
  }

  async totals(): Promise<StorageTotals> {
    const { blobs, uploads } = this.collections;
    const isDate = { $type: 'date' } as const;
    const [all, condemned, single, inParts] = await Promise.all([
      blobs.estimatedDocumentCount(),
      blobs.countDocuments({ condemned: isDate }),
      blobs.countDocuments({ expires: isDate }),
      uploads.countDocuments({ state: { $in: ['open', 'joining'] } }),
    ]);
    return { blobs: all, condemned, pending: single + inParts };
  }

  async contents(drive: DriveId, blobIds: readonly BlobId[]): Promise<Contents> {
    const found = await this.collections.blobs
      .find(
        { _id: { $in: [...blobIds] }, drive, state: 'ready' },
        { projection: { size: 1, crc32: 1 }, batchSize: blobIds.length + 1 },
      )
      .toArray();
    return new Map(found.map(({ _id, size, crc32 = null }) => [_id, { size, crc32 }]));
  }

  async keepCrc(blobId: BlobId, crc32: number): Promise<void> {
    await this.collections.blobs.updateOne({ _id: blobId, state: 'ready' }, { $set: { crc32 } });
  }

  finished(once: string): Promise<Blob | null> {
    return this.collections.blobs.findOne(blobQueries.finished(once));
  }

  async forget(blobId: BlobId): Promise<void> {
    await inTransaction(this.client, (session) =>
      this.unnamed.inTurn(async () => {
        const { blobs } = this.collections;
        const blob = await blobs.findOneAndDelete({ _id: blobId, state: 'pending' }, { session });
        if (blob) await this.unnamed.remove(session, [blob]);
      }),
    );
  }

  /** One write; refused ones are removed again. What a crash leaves expires. */
  private async beginAll(begun: Beginning[]): Promise<(DomainError | null)[]> {
    const { blobs } = this.collections;
    await blobs.insertMany(
      begun.map(({ blob }) => blob),
      { ordered: false },
    );
    const refusals = await this.room.refusals(begun);
    const refused = begun.filter((_, index) => refusals[index]).map(({ blob }) => blob._id);
    if (refused.length > 0) await blobs.deleteMany({ _id: { $in: refused }, state: 'pending' });
    return refusals;
  }

  /**
   * Uses one round trip, or one for each after a failure. `updateMany` serves even one document: not being retryable,
   * it costs the server no record.
   */
  private async finishAll(outcomes: Outcome[]): Promise<(Ready | Error | null)[]> {
    const shared = atOneMoment(outcomes);
    const updates = alike(shared).map((updateMany) => ({ updateMany }));
    try {
      const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { ordered: false });
      if (matchedCount === outcomes.length) return shared;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
    }
    return Promise.all(shared.map((outcome) => this.finishOne(outcome)));
  }

  private async finishOne(outcome: Outcome): Promise<Ready | Error | null> {
    const { filter, update } = becomesReady(outcome);
    try {
      if ((await this.collections.blobs.updateOne(filter, update)).matchedCount === 1) return outcome;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
    // Perhaps it became ready with the others; durably, since the write above waited for them.
    const ready = await this.collections.blobs.findOne({ _id: outcome._id, state: 'ready' });
    return ready ?? new DomainError('upload.not-found');
  }
}

const becomesReady = ({ _id, due, ...facts }: Outcome, ids = [_id]) => ({
  filter: { _id: { $in: ids }, state: 'pending' as const },
  update: { $set: { ...facts, ...READY, ...(due && { 'announcement.due': due }) } },
});

/** All announced ones get the latest moment. */
function atOneMoment(outcomes: readonly Outcome[]): Outcome[] {
  const moments = outcomes.flatMap(({ due, finished }) => (due && finished ? [finished.getTime()] : []));
  const latest = Math.max(...moments);
  return outcomes.map((outcome) => {
    const { finished, condemned, due } = outcome;
    if (!finished || !due) return outcome;
    const late = latest - finished.getTime();
    const moved = (moment: Date) => new Date(moment.getTime() + late);
    return {
      ...outcome,
      finished: moved(finished),
      condemned: condemned && moved(condemned),
      due: moved(due),
    };
  });
}

/** Builds one statement for outcomes with equal moments. */
function alike(outcomes: readonly Outcome[]) {
  const groups = Map.groupBy(outcomes, ({ _id, sha256, announcement, finished, condemned, due }) => {
    if (sha256 !== undefined || announcement) return _id;
    return [finished, condemned, due].map((moment) => moment?.getTime()).join();
  });
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) =>
      becomesReady(
        first,
        group.map(({ _id }) => _id),
      ),
    ),
  );
}
