import {
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type StorageTotals,
} from '@skyshelf/contracts';
import { coalesce } from '@skyshelf/service';
import { MongoError, MongoServerError, type MongoClient } from 'mongodb';
import type { Blobs, Contents, Outcome } from '../application/blobs.js';
import type { Blob } from '../domain/blob.js';
import { blobQueries } from './blob-queries.js';
import type { StorageCollections } from './collections.js';
import { inTransaction } from './transaction.js';
import type { UnnamedBytes } from './unnamed-bytes.js';
import type { Beginning, UnnamedRoom } from './unnamed-room.js';

const READY = { state: 'ready', expires: null } as const;
const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** The writes to blobs on the way of an upload. Uploads at the same time share a round trip and a commit. */
export class BlobRecords implements Blobs {
  /**
   * Records a blob before its key is written, and its bytes among those that no element names.
   * @throws DomainError `space.held`: with them the drive would have more than `limit` of those; `drive.closed`
   */
  readonly begin: (blob: Blob, limit: number) => Promise<void>;
  /**
   * Makes a pending blob ready, durably; in one write, so it needs no transaction. Answers false when the same intention has a ready blob already.
   * @throws DomainError `upload.not-found` when it is not pending any more
   */
  readonly finish: (outcome: Outcome) => Promise<boolean>;

  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly room: UnnamedRoom,
  ) {
    const begin = coalesce((beginnings: Beginning[]) => this.beginAll(beginnings));
    this.begin = async (blob, limit) => {
      const refusal = await begin({ blob, limit });
      if (refusal) throw refusal;
    };
    const finish = coalesce((outcomes: Outcome[]) => this.finishAll(outcomes));
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

  /** For the operator; counted in indexes alone. */
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

  /** The blob that an intention became. */
  finished(once: string): Promise<Blob | null> {
    return this.collections.blobs.findOne(blobQueries.finished(once));
  }

  /** Forgets a pending blob whose bytes never came or are gone. */
  async forget(blobId: BlobId): Promise<void> {
    await inTransaction(this.client, (session) =>
      this.unnamed.inTurn(async () => {
        const { blobs } = this.collections;
        const blob = await blobs.findOneAndDelete({ _id: blobId, state: 'pending' }, { session });
        if (blob) await this.unnamed.remove(session, [blob]);
      }),
    );
  }

  /** All in one write, then those that may not stay go again. One that a crash leaves between expires. */
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
   * All in one round trip; when something is odd with one of them, or the answer was lost, each by itself. `updateMany` also for one document: it is no
   * retryable write, which keeps a record of each statement at the server.
   */
  private async finishAll(outcomes: Outcome[]): Promise<(boolean | Error)[]> {
    const updates = alike(outcomes).map((updateMany) => ({ updateMany }));
    try {
      const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { ordered: false });
      if (matchedCount === outcomes.length) return outcomes.map(() => true);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
    }
    return Promise.all(outcomes.map((outcome) => this.finishOne(outcome)));
  }

  private async finishOne(outcome: Outcome): Promise<boolean | Error> {
    const { filter, update } = becomesReady(outcome);
    try {
      if ((await this.collections.blobs.updateOne(filter, update)).matchedCount === 1) return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
    // It may have become ready among the others a moment ago; that is durable, since the write above has waited for all before it.
    const ready = await this.collections.blobs.findOne({ _id: outcome._id, state: 'ready' });
    return ready ? true : new DomainError('upload.not-found');
  }
}

const becomesReady = ({ _id, ...facts }: Outcome, ids = [_id]) => ({
  filter: { _id: { $in: ids }, state: 'pending' as const },
  update: { $set: { ...facts, ...READY } },
});

/** Files of a bundle, and derived ones that came together: all but two moments was known before. One statement for those that are alike. */
function alike(outcomes: readonly Outcome[]) {
  const groups = Map.groupBy(outcomes, ({ _id, sha256, announcement, finished, condemned }) => {
    const isPlain = sha256 === undefined && announcement === null;
    return isPlain ? `${finished?.getTime()} ${condemned?.getTime()}` : _id;
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
