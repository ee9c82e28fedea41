import type { DriveId } from '@skyshelf/contracts';
import type { ClientSession, Collection, Db } from 'mongodb';

/**
 * Drives that are gone for good. Services whose drives are streams also keep libs/event-store's tombstones.
 */
export class ClosedDrives {
  private readonly documents: Collection<{ _id: DriveId }>;

  constructor(db: Db) {
    this.documents = db.collection('closed', { writeConcern: { w: 'majority', journal: true } });
  }

  async has(drive: DriveId, session?: ClientSession): Promise<boolean> {
    const options = session ? { session } : { readConcern: { level: 'majority' as const } };
    return (await this.documents.findOne({ _id: drive }, options)) !== null;
  }

  /** Durable. Repeating it changes nothing. */
  async add(drive: DriveId): Promise<void> {
    await this.documents.updateOne({ _id: drive }, { $setOnInsert: { _id: drive } }, { upsert: true });
  }
}
