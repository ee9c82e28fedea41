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
import type { Outbox, OutboxEvent } from '@skyshelf/event-store';
import { noRoomForUnnamed, type Blob } from '../domain/blob.js';
import type { AbandonedUpload, MultipartUploads } from '../application/multipart-uploads.js';
import { heldBytes, type MultipartUpload } from '../domain/multipart-upload.js';
import { type StorageCollections, inTransaction } from './collections.js';
import type { UnnamedBytes } from './unnamed-bytes.js';
import type { Imports } from '../application/ports.js';

/** How long a silent joiner keeps others out. */
const JOINING_MS = 60_000;
/** An upload that is being joined when it expires has this long to finish. */
const GRACE_MS = 3600_000;
const TRIES = 5;

const SILENT = { state: 'joining' as const, $expr: { $lte: ['$joiner.until', '$$NOW'] } };

/** Each change of state is one conditional write: abort and completion exclude each other. */
export class MultipartRecords implements MultipartUploads {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly outbox: Outbox<StorageEvent>,
  ) {}

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
      return this.open(grant, blobId, begun, limit); // Another request was faster.
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

  async setMultipart(uploadId: UploadId, multipartId: string, lost: string | null): Promise<string | null> {
    const isLost = { $in: ['$multipartId', [null, lost]] };
    const found = await this.collections.uploads.findOneAndUpdate(
      { _id: uploadId, $or: [{ state: 'open' }, SILENT] },
      [
        {
          $set: {
            multipartId: { $cond: [isLost, multipartId, '$multipartId'] },
            state: 'open',
            joiner: null,
          },
        },
      ],
      { returnDocument: 'after' },
    );
    return found?.multipartId ?? null;
  }

  get(uploadId: UploadId): Promise<MultipartUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId });
  }

  own(uploadId: UploadId, drive: DriveId): Promise<MultipartUpload | null> {
    return this.collections.uploads.findOne({ _id: uploadId, drive });
  }

  unfinished(drive: DriveId, most: number): Promise<MultipartUpload[]> {
    return this.collections.uploads
      .find({ drive, state: { $in: ['open', 'joining'] }, 'grant.drop': { $exists: false } })
      .sort({ begun: -1 })
      .limit(most)
      .toArray();
  }

  async joining(uploadId: UploadId, joinerId: string, now: Date): Promise<boolean> {
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: JOINING_MS } };
    const expires = { $max: ['$expires', new Date(now.getTime() + GRACE_MS)] };
    const { matchedCount } = await this.collections.uploads.updateOne(
      { _id: uploadId, $or: [{ state: 'open' }, SILENT] },
      [{ $set: { state: 'joining', joiner: { id: joinerId, until }, expires } }],
    );
    return matchedCount === 1;
  }

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

  async giveUp({ uploadId, drive, actor, trace }: AbandonedUpload): Promise<MultipartUpload | null> {
    const given = await inTransaction(this.client, async (session) => {
      const found = await this.collections.uploads.findOneAndUpdate(
        { _id: uploadId, drive, state: { $in: ['open', 'aborted'] } },
        { $set: { state: 'aborted' } },
        { session, returnDocument: 'before' },
      );
      if (found) {
        await this.unnamed.add(session, [{ drive: found.drive, bytes: -heldBytes(found) }]);
        await this.outbox.append(session, abortedEvent(found, actor, trace));
      }
      return found;
    });
    if (given) this.outbox.appended(given.drive);
    return given;
  }
}

export const abortedEvent = (
  { _id, drive }: MultipartUpload,
  actor: string | null,
  trace: string | null,
): OutboxEvent<StorageEvent> => ({
  id: `storage:aborted:${_id}`,
  drive,
  actor,
  trace,
  data: { type: 'storage.upload.aborted', uploadId: _id },
});

export const importRecords = (client: MongoClient, outbox: Outbox<StorageEvent>): Imports => ({
  async failed({ uploadId, tryId, drive, actor, trace }) {
    await inTransaction(client, (session) =>
      outbox.append(session, {
        id: `storage:aborted:${uploadId}:${tryId}`,
        drive,
        actor,
        trace,
        data: { type: 'storage.upload.aborted', uploadId },
      }),
    );
    outbox.appended(drive);
  },
});
