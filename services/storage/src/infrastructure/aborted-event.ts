import type { StorageEvent } from '@skyshelf/contracts';
import type { OutboxEvent } from '@skyshelf/event-store';
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
