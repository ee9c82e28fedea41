import type { DriveId, DriveNaming } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type { StorageCollections } from '../collections.js';
import type { Naming, References } from '../references.js';
import { inTransaction } from '../transaction.js';

/** Brings who names which blob in line with what catalog says of it, when an event's effect was lost. */
export class MendReferences {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: Pick<StorageCollections, 'refs'>,
    private readonly references: References,
    private readonly clock: Clock,
  ) {}

  /** All that is kept, in pages by id. */
  async page(after: string, limit: number): Promise<{ namings: DriveNaming[]; next: string | null }> {
    const page = await this.collections.refs
      .find({ _id: { $gt: after }, gone: null }, { projection: { blobId: 1, elementId: 1, drive: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const namings = page.map(({ drive, elementId, blobId }) => ({ drive, elementId, blobId }));
    return { namings, next: page.length < limit ? null : (page.at(-1)?._id ?? null) };
  }

  /** Those of them that are kept. */
  async stillKept(namings: readonly DriveNaming[]): Promise<DriveNaming[]> {
    const ids = namings.map(({ blobId, elementId }) => `${blobId}.${elementId}`);
    const kept = new Set(await this.collections.refs.distinct('_id', { _id: { $in: ids }, gone: null }));
    return namings.filter((_, index) => kept.has(ids[index] ?? ''));
  }

  /**
   * Elements that exist name these blobs, though it was never noted or taken for over. Whoever asks for it must ask catalog once more afterwards and
   * release those that are gone by then: an element that was deleted at the same moment has told so already.
   */
  async keep(drive: DriveId, namings: readonly Naming[]): Promise<void> {
    const ids = namings.map(({ blobId, elementId }) => `${blobId}.${elementId}`);
    await this.collections.refs.updateMany(
      { _id: { $in: ids }, drive, gone: { $type: 'date' } },
      { $set: { gone: null } },
    );
    await this.references.add({ drive, namings });
  }

  /** Elements are gone: what nobody names any more is condemned as of now, with the time that every deletion leaves. */
  async release(drive: DriveId, namings: readonly Naming[]): Promise<void> {
    await inTransaction(this.client, (session) =>
      this.references.remove(session, drive, namings, this.clock.now()),
    );
  }
}
