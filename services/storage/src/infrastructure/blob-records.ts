import { DomainError, type BlobId } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import { MongoServerError, type ClientSession, type MongoClient } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import { batched } from './batched.js';
import { sought } from './sought.js';
import type { StorageCollections } from './collections.js';
import { inTransaction } from './transaction.js';

/** What is known of a blob when its bytes are complete. */
export type Outcome = Pick<
  Blob,
  '_id' | 'size' | 'sha256' | 'type' | 'width' | 'height' | 'finished' | 'condemned'
>;

export interface Finish {
  outcome: Outcome;
  event: Parameters<Outbox['append']>[1];
}

const READY = { state: 'ready', expires: null } as const;
const isDuplicate = (error: unknown): boolean => error instanceof MongoServerError && error.code === 11_000;

/** Of several finishes in one transaction, some other one may be at fault: each is tried by itself then. */
class NotPending extends DomainError {
  constructor() {
    super('upload.not-found');
  }
}

/** The writes to blobs on the way of an upload. Uploads at the same time share a round trip and a commit. */
export class BlobRecords {
  /** Records a blob before its key is written. */
  readonly begin: (blob: Blob) => Promise<void>;
  /**
   * Makes a pending blob ready, with its event, durably. Answers false when the same intention has a ready blob already.
   * @throws DomainError `upload.not-found` when it is not pending any more
   */
  readonly finish: (finish: Finish) => Promise<boolean>;

  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly outbox: Outbox,
  ) {
    this.begin = batched(async (blobs: Blob[]) => {
      await this.collections.blobs.insertMany(blobs, { ordered: false });
      return blobs.map(() => undefined);
    });
    const finish = batched((items: Finish[]) => this.finishAll(items));
    this.finish = async (item) => {
      const outcome = await finish(item);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
  }

  get(blobId: BlobId): Promise<Blob | null> {
    return this.collections.blobs.findOne({ _id: blobId });
  }

  /** The blob that an intention became. */
  finished(once: string): Promise<Blob | null> {
    return this.collections.blobs.findOne(sought.finished(once));
  }

  /** Forgets a pending blob whose bytes never came or are gone. */
  async forget(blobId: BlobId): Promise<void> {
    await this.collections.blobs.deleteOne({ _id: blobId, state: 'pending' }, { writeConcern: { w: 1 } });
  }

  /** The same for a blob that nobody has to hear of: one write. */
  async finishQuietly({ _id, ...facts }: Outcome): Promise<boolean> {
    try {
      const { matchedCount } = await this.collections.blobs.updateOne(
        { _id, state: 'pending' },
        { $set: { ...facts, ...READY } },
      );
      if (matchedCount === 0) throw new NotPending();
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Records a blob joined from parts, ready at once: its key was recorded with the upload. `claim` answers whether the upload may still become one. */
  async finishParts(
    blob: Blob,
    event: Finish['event'],
    claim: (session: ClientSession) => Promise<boolean>,
  ): Promise<boolean> {
    try {
      const claimed = await inTransaction(this.client, async (session) => {
        if (!(await claim(session))) return false;
        await this.collections.blobs.insertOne(blob, { session });
        await this.outbox.append(session, event);
        return true;
      });
      if (claimed) this.outbox.appended(event.drive);
      return claimed;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  private async finishAll(items: Finish[]): Promise<(boolean | Error)[]> {
    try {
      await this.commit(items);
      return items.map(() => true);
    } catch (error) {
      const single = items.length === 1;
      if (single && isDuplicate(error)) return [false];
      if (single) return [error instanceof Error ? error : new Error(String(error))];
      if (!isDuplicate(error) && !(error instanceof DomainError)) throw error;
      return (await Promise.all(items.map((item) => this.finishAll([item])))).flat();
    }
  }

  private async commit(items: readonly Finish[]): Promise<void> {
    await inTransaction(this.client, async (session) => {
      const updates = items.map(({ outcome: { _id, ...facts } }) => ({
        updateOne: { filter: { _id, state: 'pending' as const }, update: { $set: { ...facts, ...READY } } },
      }));
      const { matchedCount } = await this.collections.blobs.bulkWrite(updates, { session });
      if (matchedCount !== items.length) throw new NotPending();
      await this.outbox.appendAll(
        session,
        items.map(({ event }) => event),
      );
    });
    for (const { event } of items) this.outbox.appended(event.drive);
  }
}
