import type { BlobId, DriveId, StorageEvent, UploadId } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { MongoClient } from 'mongodb';
import type { SweptRecords } from '../application/sweep/swept-records.js';
import type { Blob } from '../domain/blob.js';
import type { Checksums } from '../domain/new-blobs.js';
import { heldBytes, type MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout } from '../domain/takeout.js';
import { abortedEvent } from './multipart-records.js';
import { type StorageCollections, inTransaction, blobQueries } from './collections.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

/** Counters change in the same transaction as what they count. */
export class SweptBlobs implements SweptRecords {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly outbox: Outbox<StorageEvent>,
  ) {}

  async markExpired(now: Date, most: number): Promise<BlobId[]> {
    const { blobs } = this.collections;
    const expired = await blobs
      .find(blobQueries.expired(now), { projection: { _id: 1 } })
      .limit(most)
      .toArray();
    const ids = expired.map(({ _id }) => _id);
    if (ids.length === 0) return [];
    await blobs.updateMany({ _id: { $in: ids }, state: 'pending' }, { $set: { state: 'removing' } });
    return blobs.distinct('_id', { _id: { $in: ids }, state: 'removing', finished: null });
  }

  forgetExpired(blobIds: readonly BlobId[]): Promise<number> {
    const { blobs } = this.collections;
    return inTransaction(this.client, (session) =>
      this.unnamed.inTurn(async () => {
        const left = { _id: { $in: [...blobIds] }, state: 'removing' as const, finished: null };
        await this.unnamed.remove(session, await blobs.find(left, { session }).toArray());
        return (await blobs.deleteMany(left, { session })).deletedCount;
      }),
    );
  }

  expiredUploads(now: Date, most: number): Promise<MultipartUpload[]> {
    return this.collections.uploads
      .find({ expires: { $lte: now } })
      .limit(most)
      .toArray();
  }

  async giveUp(upload: MultipartUpload): Promise<boolean> {
    const { _id, state, expires, drive } = upload;
    const given = await inTransaction(this.client, async (session) => {
      const { matchedCount } = await this.collections.uploads.updateOne(
        { _id, state, expires },
        { $set: { state: 'aborted' } },
        { session },
      );
      if (matchedCount === 1 && state !== 'aborted') {
        await this.unnamed.add(session, [{ drive, bytes: -heldBytes(upload) }]);
        await this.outbox.append(session, abortedEvent(upload, null, null));
      }
      return matchedCount === 1;
    });
    if (given) this.outbox.appended(drive);
    return given;
  }

  async forgetUpload(uploadId: UploadId): Promise<number> {
    return (await this.collections.uploads.deleteOne({ _id: uploadId })).deletedCount;
  }

  async knowsMultipart(blobId: BlobId, multipartId: string): Promise<boolean> {
    const { uploads } = this.collections;
    return (await uploads.findOne({ blobId, multipartId }, { projection: { _id: 1 } })) !== null;
  }

  async unhashed(most: number): Promise<BlobId[]> {
    const found = await this.collections.blobs
      .find(blobQueries.unhashed(), { projection: { _id: 1 } })
      .sort({ hashDue: 1 })
      .limit(most)
      .toArray();
    return found.map(({ _id }) => _id);
  }

  async keepHash(blobId: BlobId, checksums: Checksums): Promise<boolean> {
    const found = { _id: blobId, ...blobQueries.unhashed() };
    const { blobs } = this.collections;
    return (await blobs.updateOne(found, { $set: { ...checksums, hashDue: null } })).modifiedCount === 1;
  }

  async postponeHash(blobId: BlobId, now: Date): Promise<boolean> {
    const found = { _id: blobId, ...blobQueries.unhashed() };
    return (await this.collections.blobs.updateOne(found, { $set: { hashDue: now } })).matchedCount === 1;
  }

  async forgetRemovedReferences(before: Date, most: number): Promise<number> {
    const { refs } = this.collections;
    const old = await refs
      .find(blobQueries.buried(before), { projection: { _id: 1 } })
      .limit(most)
      .toArray();
    if (old.length === 0) return 0;
    const ids = old.map(({ _id }) => _id);
    return (await refs.deleteMany({ _id: { $in: ids }, ...blobQueries.buried(before) })).deletedCount;
  }

  async condemned(before: Date, most: number): Promise<Blob[]> {
    const { blobs, takeouts } = this.collections;
    const held = await takeouts
      .find({ asked: { $lte: before } })
      .project<Pick<Takeout, '_id' | 'asked'>>({ asked: 1 })
      .toArray();
    return blobs.find(blobQueries.condemned(before, held)).limit(most).toArray();
  }

  async markUnused(blobId: BlobId, before: Date): Promise<BlobId[] | null> {
    const { blobs, refs } = this.collections;
    const unused = await inTransaction(this.client, async (session) => {
      if (await refs.findOne({ blobId, gone: null }, { session })) return false;
      const { matchedCount } = await blobs.updateOne(
        { _id: blobId, condemned: { $lte: before } },
        { $set: { state: 'removing' } },
        { session },
      );
      return matchedCount === 1;
    });
    if (!unused) return null;
    const children = await blobs.distinct('_id', blobQueries.madeFrom(blobId));
    await blobs.updateMany({ _id: { $in: children } }, { $set: { state: 'removing' } });
    return [...children, blobId];
  }

  async forgetUnused(
    { _id, drive }: { _id: BlobId; drive: DriveId },
    marked: readonly BlobId[],
  ): Promise<boolean> {
    const { blobs } = this.collections;
    const ids = { _id: { $in: [...marked] } };
    const gone = await inTransaction(this.client, async (session) => {
      await this.unnamed.remove(session, await blobs.find(ids, { session }).toArray());
      const { deletedCount } = await blobs.deleteMany(ids, { session });
      // Another sweep announced it.
      if (deletedCount === 0) return false;
      const data = { type: 'storage.blob.removed' as const, blobId: _id };
      await this.outbox.append(session, {
        id: `storage:removed:${_id}`,
        drive,
        actor: null,
        trace: null,
        data,
      });
      return true;
    });
    if (gone) this.outbox.appended(drive);
    return gone;
  }
}
