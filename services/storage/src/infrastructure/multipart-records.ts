import {
  DomainError,
  uploadEnds,
  type BlobId,
  type DriveId,
  type StorageEvent,
  type UploadGrant,
  type UploadId,
} from '@skyshelf/contracts';
import { MongoServerError, type MongoClient } from 'mongodb';
import { noRoomForUnnamed } from '../domain/unnamed.js';
import type { Outbox } from '@skyshelf/event-store';
import type { GivingUp, MultipartUploads } from '../application/multipart-uploads.js';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import { abortedEvent } from './aborted-event.js';
import type { StorageCollections } from './collections.js';
import { inTransaction } from './transaction.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

/** How long a joiner that says nothing keeps others from joining. */
const JOINING_MS = 60_000;
/** How much longer an upload lives that is being joined when its time is over. */
const GRACE_MS = 3600_000;
/** A drive whose counter is moved by others all the time is tried so often. */
const TRIES = 5;

/** The records of uploads in parts. Every change of state is one conditional write, so an abort and a completion never both happen. */
export class MultipartRecords implements MultipartUploads {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly outbox: Outbox<StorageEvent>,
  ) {}

  /**
   * The upload of a grant: made when it is new. Its bytes count among those that no element names from now on.
   * @throws DomainError `space.held`: with them the drive would have more than `limit` of those
   */
  async open(grant: UploadGrant, blobId: BlobId, begun: Date, limit: number): Promise<MultipartUpload> {
    const known = await this.collections.uploads.findOne({ _id: grant.uploadId });
    if (known) return known;
    const fresh: MultipartUpload = {
      _id: grant.uploadId,
      drive: grant.drive,
      state: 'open',
      blobId,
      multipartId: null,
      joiner: null,
      grant,
      begun,
      expires: new Date(uploadEnds(grant)),
    };
    try {
      await this.insertCounted(fresh, limit);
      return fresh;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== 11_000) throw error;
      return this.open(grant, blobId, begun, limit); // another request was faster
    }
  }

  private async insertCounted(upload: MultipartUpload, limit: number): Promise<void> {
    const { drive } = upload;
    const growth = { drive, bytes: upload.grant.size };
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const fresh = (await this.unnamed.fresh([drive])).get(drive) ?? 0;
      const inserted = await inTransaction(this.client, (session) =>
        this.unnamed.inTurn(async () => {
          const fits = await this.unnamed.grow(session, growth, limit - fresh);
          if (fits) await this.collections.uploads.insertOne(upload, { session });
          else await session.abortTransaction();
          return fits;
        }),
      );
      if (inserted) return;
      await this.unnamed.begin(drive);
      const held = (await this.unnamed.of([drive])).get(drive) ?? 0;
      if (held + growth.bytes > limit) throw noRoomForUnnamed(limit);
    }
    throw new DomainError('drive.busy');
  }

  /** Keeps the store's name for it. Answers the one that counts: another request may have opened it too. */
  async setMultipart(uploadId: UploadId, multipartId: string): Promise<string | null> {
    const found = await this.collections.uploads.findOneAndUpdate(
      { _id: uploadId, state: 'open' },
      [{ $set: { multipartId: { $ifNull: ['$multipartId', multipartId] } } }],
      { returnDocument: 'after' },
    );
    return found?.multipartId ?? null;
  }

  get(uploadId: UploadId): Promise<MultipartUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId });
  }

  /** One's own upload; another's is as good as none. */
  own(uploadId: UploadId, drive: DriveId): Promise<MultipartUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId, drive });
  }

  unfinished(drive: DriveId, most: number): Promise<MultipartUpload[]> {
    return this.collections.uploads
      .find({ drive, state: { $in: ['open', 'joining'] } })
      .sort({ begun: -1 })
      .limit(most)
      .toArray();
  }

  /** From here on it is not given up, and no one else joins it. False: another does, or it is finished or given up. */
  async joining(uploadId: UploadId, joinerId: string, now: Date): Promise<boolean> {
    const silent = { state: 'joining' as const, $expr: { $lte: ['$joiner.until', '$$NOW'] } };
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: JOINING_MS } };
    const expires = { $max: ['$expires', new Date(now.getTime() + GRACE_MS)] };
    const { matchedCount } = await this.collections.uploads.updateOne(
      { _id: uploadId, $or: [{ state: 'open' }, silent] },
      [{ $set: { state: 'joining', joiner: { id: joinerId, until }, expires } }],
    );
    return matchedCount === 1;
  }

  /** The join failed: more parts may come, or it may be given up. */
  async reopen(uploadId: UploadId, joinerId: string): Promise<void> {
    await this.collections.uploads.updateOne(
      { _id: uploadId, state: 'joining', 'joiner.id': joinerId },
      { $set: { state: 'open', joiner: null } },
    );
  }

  async finish(uploadId: UploadId, joinerId: string, blob: Blob): Promise<boolean> {
    const { uploads, blobs } = this.collections;
    const mine = { _id: uploadId, state: 'joining' as const, 'joiner.id': joinerId };
    try {
      return await inTransaction(this.client, async (session) => {
        const done = await uploads.updateOne(mine, { $set: { state: 'done', joiner: null } }, { session });
        if (done.matchedCount === 0) return false;
        await blobs.insertOne(blob, { session });
        return true;
      });
    } catch (error) {
      if (error instanceof MongoServerError && error.code === 11_000) return false;
      throw error;
    }
  }

  async giveUp({ uploadId, drive, actor, trace }: GivingUp): Promise<MultipartUpload | null> {
    const given = await inTransaction(this.client, async (session) => {
      const found = await this.collections.uploads.findOneAndUpdate(
        { _id: uploadId, drive, state: { $in: ['open', 'aborted'] } },
        { $set: { state: 'aborted' } },
        { session, returnDocument: 'before' },
      );
      if (found?.state === 'open')
        await this.unnamed.add(session, [{ drive: found.drive, bytes: -found.grant.size }]);
      if (found) await this.outbox.append(session, abortedEvent(found, actor, trace));
      return found;
    });
    if (given) this.outbox.appended(given.drive);
    return given;
  }
}
