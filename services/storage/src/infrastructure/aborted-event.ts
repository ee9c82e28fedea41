import type { Outbox } from '@skyshelf/event-store';
import type { PartsUpload } from '../domain/parts-upload.js';

/** That an upload in parts was given up. */
export const abortedEvent = (
  { _id, drive }: PartsUpload,
  actor: string | null,
  trace: string | null,
): Parameters<Outbox['append']>[1] => ({
  id: `storage:aborted:${_id}`,
  drive,
  actor,
  trace,
  data: { type: 'storage.upload.aborted', uploadId: _id } as { type: string },
});
