import type { StorageEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { MongoClient } from 'mongodb';
import type { Announcements } from '../application/ports.js';
import { referenceChange, type ReferenceEvent } from '../domain/references.js';
import { type StorageCollections, inTransaction, blobQueries } from './collections.js';
import type { UnnamedBytes } from './unnamed-bytes.js';

const ANNOUNCED: ReferenceEvent = { type: 'announced' };

/** Stores announcements with their blobs until due; event, end and counter share a transaction. */
export const createAnnouncements = (
  client: MongoClient,
  { blobs }: Pick<StorageCollections, 'blobs'>,
  unnamed: UnnamedBytes,
  outbox: Outbox<StorageEvent>,
): Announcements => ({
  due: (now, most) => blobs.find(blobQueries.unclaimed(now)).limit(most).toArray(),
  async announce({ _id, drive, uploadId, announcement }) {
    if (!announcement) return false;
    const { due, actor, device, trace, data } = announcement;
    const announced = await inTransaction(client, async (session) => {
      const before = await blobs.findOneAndUpdate(
        { _id, 'announcement.due': due },
        { $set: referenceChange(ANNOUNCED) },
        { session },
      );
      if (!before) return false;
      await unnamed.follow(session, [before], ANNOUNCED);
      await outbox.append(session, { id: `storage:upload:${uploadId}`, drive, actor, device, trace, data });
      return true;
    });
    if (announced) outbox.appended(drive);
    return announced;
  },
});
