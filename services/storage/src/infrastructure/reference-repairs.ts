import type { DriveId, DriveReference } from '@skyshelf/contracts';
import type { MongoClient } from 'mongodb';
import type { RepairedReferences } from '../application/repair/repaired-records.js';
import { referenceId, type BlobReference } from '../domain/references.js';
import { type StorageCollections, inTransaction } from './collections.js';
import type { References } from './references.js';

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
