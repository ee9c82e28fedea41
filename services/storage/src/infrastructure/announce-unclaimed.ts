import type { StorageEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Clock } from '@skyshelf/tokens';
import type { MongoClient } from 'mongodb';
import type { Blob } from '../domain/blob.js';
import type { StorageCollections } from './collections.js';
import { sought } from './sought.js';
import { inTransaction } from './transaction.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

const BATCH = 200;

/**
 * Tells the others of complete uploads whose browser did not turn them into elements itself: the tab is gone, or the line is cut. Mostly there are none,
 * since catalog names a blob long before it is due. From here on its bytes are in the counter of its drive. See docs/decisions/008-uploads-are-announced-late.md.
 */
export class AnnounceUnclaimed {
  constructor(
    private readonly client: MongoClient,
    private readonly collections: StorageCollections,
    private readonly unnamed: UnnamedBytes,
    private readonly outbox: Outbox<StorageEvent>,
    private readonly clock: Clock,
  ) {}

  /** @returns how many were announced */
  async run(): Promise<number> {
    const { blobs } = this.collections;
    const due = await blobs.find(sought.unclaimed(this.clock.now())).limit(BATCH).toArray();
    let announced = 0;
    for (const blob of due) if (await this.announce(blob)) announced += 1;
    return announced;
  }

  private async announce({ _id, drive, uploadId, announcement }: Blob): Promise<boolean> {
    if (!announcement) return false;
    const { actor, trace, data } = announcement;
    const announced = await inTransaction(this.client, async (session) => {
      const before = await this.collections.blobs.findOneAndUpdate(
        { _id, 'announcement.due': announcement.due },
        { $set: { announcement: null, unnamed: 'counted' } },
        { session },
      );
      if (!before) return false;
      await this.unnamed.count(session, [before]);
      await this.outbox.append(session, { id: `storage:upload:${uploadId}`, drive, actor, trace, data });
      return true;
    });
    if (announced) this.outbox.appended(drive);
    return announced;
  }
}
