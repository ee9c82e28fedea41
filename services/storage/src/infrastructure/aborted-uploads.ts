import type { StorageEvent } from '@skyshelf/contracts';
import type { Outbox, OutboxEvent } from '@skyshelf/event-store';
import type { MongoClient } from 'mongodb';
import type { Imports } from '../application/ports.js';
import { inTransaction } from './collections.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';

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
