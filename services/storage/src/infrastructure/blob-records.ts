import { DomainError, type BlobId, type StorageTotals } from '@skyshelf/contracts';
import { MongoServerError, type ClientSession, type MongoClient } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import { batched } from './batched.js';
import { sought } from './sought.js';
import type { StorageCollections } from './collections.js';
import { inTransaction } from './transaction.js';

/** What is known of a blob when its bytes are complete. */
export type Outcome = Pick<
  Blob,
  '_id' | 'size' | 'sha256' | 'type' | 'width' | 'height' | 'finished' | 'condemned' | 'announcement'
>;

const READY = { state: 'ready', expires: null } as const;
const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** The writes to blobs on the way of an upload. Uploads at the same time share a round trip and a commit. */
export class BlobRecords {
  /** Records a blob before its key is written. */
  readonly begin: (blob: Blob) => Promise<void>;
  /**
   * Makes a pending blob ready, durably; in one write, so it needs no transaction. Answers false when the same intention has a ready blob already.
   * @throws DomainError `upload.not-found` when it is not pending any more
   */
  readonly finish: (outcome: Outcome) => Promise<boolean>;

  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
  ) {
    this.begin = batched(async (blobs: Blob[]) => {
      await this.collections.blobs.insertMany(blobs, { ordered: false });
      return blobs.map(() => undefined);
    });
    const finish = batched((outcomes: Outcome[]) => this.finishAll(outcomes));
    this.finish = async (outcome) => {
      const finished = await finish(outcome);
      if (finished instanceof Error) throw finished;
      return finished;
    };
  }

  get(blobId: BlobId): Promise<Blob | null> {
    return this.collections.blobs.findOne({ _id: blobId });
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

  /** The blob that an intention became. */
  finished(once: string): Promise<Blob | null> {
    return this.collections.blobs.findOne(sought.finished(once));
  }

  /** Forgets a pending blob whose bytes never came or are gone. */
  async forget(blobId: BlobId): Promise<void> {
    await this.collections.blobs.deleteOne({ _id: blobId, state: 'pending' }, { writeConcern: { w: 1 } });
  }

  /** Records a blob joined from parts, ready at once: its key was recorded with the upload. `claim` answers whether the upload may still become one. */
  async finishParts(blob: Blob, claim: (session: ClientSession) => Promise<boolean>): Promise<boolean> {
    try {
      return await inTransaction(this.client, async (session) => {
        if (!(await claim(session))) return false;
        await this.collections.blobs.insertOne(blob, { session });
        return true;
      });
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** All in one round trip; when something is odd with one of them, each by itself. */
  private async finishAll(outcomes: Outcome[]): Promise<(boolean | Error)[]> {
    const updates = outcomes.map((outcome) => ({ updateOne: becomesReady(outcome) }));
    try {
      const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { ordered: false });
      if (matchedCount === outcomes.length) return outcomes.map(() => true);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
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
    // It may have become ready among the others a moment ago.
    const ready = await this.collections.blobs.findOne({ _id: outcome._id, state: 'ready' });
    return ready ? true : new DomainError('upload.not-found');
  }
}

const becomesReady = ({ _id, ...facts }: Outcome) => ({
  filter: { _id, state: 'pending' as const },
  update: { $set: { ...facts, ...READY } },
});
