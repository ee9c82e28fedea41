import type { BlobId, DriveId, UploadGrant, UploadId } from '@skyshelf/contracts';
import { MongoServerError, type ClientSession } from 'mongodb';
import type { PartsUpload, StorageCollections } from './collections.js';

/** How long a joiner that says nothing keeps others from joining. */
const JOINING_MS = 60_000;
/** How much longer an upload lives that is being joined when its grant runs out. */
const GRACE_MS = 3600_000;

/** The records of uploads in parts. Every change of state is one conditional write, so an abort and a completion never both happen. */
export class PartsRecords {
  constructor(private readonly collections: StorageCollections) {}

  /** The upload of a grant: made when it is new. */
  async open(grant: UploadGrant, blobId: BlobId, begun: Date): Promise<PartsUpload> {
    const known = await this.collections.uploads.findOne({ _id: grant.uploadId });
    if (known) return known;
    const fresh: PartsUpload = {
      _id: grant.uploadId,
      drive: grant.drive,
      state: 'open',
      blobId,
      multipartId: null,
      joiner: null,
      grant,
      begun,
      expires: new Date(grant.expires),
    };
    try {
      await this.collections.uploads.insertOne(fresh);
      return fresh;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== 11_000) throw error;
      return this.open(grant, blobId, begun); // somebody was faster
    }
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

  get(uploadId: UploadId): Promise<PartsUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId });
  }

  /** One's own upload; another's is as good as none. */
  own(uploadId: UploadId, drive: DriveId): Promise<PartsUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId, drive });
  }

  /** From here on it is not given up, and nobody else joins it meanwhile. False: somebody does, or it is finished or given up. */
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

  /** Within the transaction that makes the blob. */
  async done(session: ClientSession, uploadId: UploadId, joinerId: string): Promise<boolean> {
    const { matchedCount } = await this.collections.uploads.updateOne(
      { _id: uploadId, state: 'joining', 'joiner.id': joinerId },
      { $set: { state: 'done', joiner: null } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Gives it up. Answers what is to be removed, or null when it is finished, being finished or not there. */
  async abort(
    session: ClientSession | undefined,
    uploadId: UploadId,
    drive: DriveId,
  ): Promise<PartsUpload | null> {
    return this.collections.uploads.findOneAndUpdate(
      { _id: uploadId, drive, state: { $in: ['open', 'aborted'] } },
      { $set: { state: 'aborted' } },
      { session, returnDocument: 'before' },
    );
  }
}
