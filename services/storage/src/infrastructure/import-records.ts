import type { StorageEvent } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { MongoClient } from 'mongodb';
import type { Imports } from '../application/imports.js';
import { inTransaction } from './transaction.js';

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
