import { DomainError, type UploadId } from '@skyshelf/contracts';
import type { Outbox } from '@skyshelf/event-store';
import type { Caller } from '@skyshelf/tokens';
import type { ObjectStore } from '@skyshelf/object-store';
import type { MongoClient } from 'mongodb';
import type { PartsUpload } from '../infrastructure/collections.js';
import type { PartsRecords } from '../infrastructure/parts-records.js';
import type { UnnamedBytes } from '../infrastructure/unnamed-bytes.js';
import { inTransaction } from '../infrastructure/transaction.js';

/** Gives an upload in parts up: catalog hears of it and frees name and room, then the bytes go. */
export class AbortParts {
  constructor(
    private readonly client: MongoClient,
    private readonly uploads: PartsRecords,
    private readonly objects: ObjectStore,
    private readonly outbox: Outbox,
    private readonly unnamed: UnnamedBytes,
  ) {}

  /** @throws DomainError `upload.not-found`: not one's own, not open any more */
  async run(caller: Caller, uploadId: UploadId, trace: string | null): Promise<{ ok: true }> {
    const upload = await inTransaction(this.client, async (session) => {
      const found = await this.uploads.abort(session, uploadId, caller.drive);
      if (found?.state === 'open')
        await this.unnamed.add(session, [{ drive: found.drive, bytes: -found.grant.size }]);
      if (found) await this.outbox.append(session, abortedEvent(found, caller.sub, trace));
      return found;
    });
    if (!upload) throw new DomainError('upload.not-found');
    this.outbox.appended(upload.drive);
    await removeParts(this.objects, upload);
    return { ok: true };
  }
}

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

/** Whatever an upload in parts left in the store, joined or not. */
export async function removeParts(objects: ObjectStore, { blobId, multipartId }: PartsUpload): Promise<void> {
  if (multipartId !== null) await objects.abortMultipart(blobId, multipartId);
  await objects.delete([blobId]);
}
