import type { BlobId, DriveId, DriveReference } from '@skyshelf/contracts';
import type { MongoClient } from 'mongodb';
import type { RepairedBlobs, RepairedReferences } from '../application/ports.js';
import type { Blob } from '../domain/blob.js';
import { referenceChange, referenceId, type BlobReference } from '../domain/references.js';
import { type StorageCollections, inTransaction } from './collections.js';
import type { References } from './references.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

export class BlobRepairs implements RepairedBlobs {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly references: References,
    private readonly unnamed: UnnamedBytes,
  ) {}

  async makeReady(blobId: BlobId, drive: DriveId, known: Pick<Blob, 'finished' | 'hashDue'>): Promise<void> {
    await inTransaction(this.client, async (session) => {
      const before = await this.collections.blobs.findOneAndUpdate(
        { _id: blobId, drive, state: { $ne: 'ready' } },
        {
          $set: {
            ...known,
            state: 'ready',
            expires: null,
            ...referenceChange({ type: 'named' }),
          },
        },
        { session },
      );
      if (before) await this.unnamed.remove(session, [before]);
    });
  }

  async addMissing({ _id, ...blob }: Blob): Promise<void> {
    await this.collections.blobs.updateOne({ _id }, { $setOnInsert: blob }, { upsert: true });
  }

  async condemn(drive: DriveId, blobIds: readonly BlobId[], now: Date): Promise<void> {
    const { blobs } = this.collections;
    await inTransaction(this.client, async (session) => {
      await this.references.condemnUnnamed(session, drive, blobIds, now);
      const derived = await blobs
        .find(
          { _id: { $in: [...blobIds] }, drive, source: { $type: 'string' }, condemned: null },
          { session },
        )
        .toArray();
      const sources = derived.flatMap(({ source }) => (source ? [source] : []));
      const there = await blobs.distinct('_id', { _id: { $in: sources } }, { session });
      const orphans = derived.filter(({ source }) => source && !there.includes(source));
      await blobs.updateMany(
        { _id: { $in: orphans.map(({ _id }) => _id) }, condemned: null },
        { $set: { condemned: now } },
        { session },
      );
    });
  }
}

export class ReferenceRepairs implements RepairedReferences {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: Pick<StorageCollections, 'refs'>,
    private readonly references: References,
  ) {}

  async page(after: string, limit: number): Promise<{ references: DriveReference[]; next: string | null }> {
    const page = await this.collections.refs
      .find({ _id: { $gt: after }, gone: null }, { projection: { blobId: 1, elementId: 1, drive: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const references = page.map(({ drive, elementId, blobId }) => ({ drive, elementId, blobId }));
    return { references, next: page.length < limit ? null : (page.at(-1)?._id ?? null) };
  }

  async stillKept(references: readonly DriveReference[]): Promise<DriveReference[]> {
    const ids = references.map(referenceId);
    const kept = new Set(await this.collections.refs.distinct('_id', { _id: { $in: ids }, gone: null }));
    return references.filter((reference) => kept.has(referenceId(reference)));
  }

  async keep(drive: DriveId, references: readonly BlobReference[]): Promise<void> {
    await this.collections.refs.updateMany(
      { _id: { $in: references.map(referenceId) }, drive, gone: { $type: 'date' } },
      { $set: { gone: null } },
    );
    await this.references.add({ drive, references });
  }

  async release(drive: DriveId, references: readonly BlobReference[], now: Date): Promise<void> {
    await inTransaction(this.client, (session) => this.references.remove(session, drive, references, now));
  }
}
