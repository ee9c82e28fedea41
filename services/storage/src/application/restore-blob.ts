import type { Readable } from 'node:stream';
import {
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
  type UploadId,
} from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { Clock } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import type { InspectBytes } from './inspection.js';
import type { Blobs } from './blobs.js';
import { discard, storeBytes } from './store-bytes.js';

/** What an archive says of a blob. */
export interface ArchivedBlob {
  blobId: BlobId;
  drive: DriveId;
  once: string;
  uploadId: UploadId | null;
  source: BlobId | null;
  kind: DerivativeKind | null;
  size: number;
  sha256: string;
  type: string;
  width: number | null;
  height: number | null;
  begun: Date;
  finished: Date;
}

/**
 * Brings back a blob of an archive under its old id. Until an element names it, it is condemned, so what a restore leaves that was cut off goes with the
 * sweep. Repeating is harmless.
 */
export class RestoreBlob {
  constructor(
    private readonly records: Blobs,
    private readonly objects: ObjectStore,
    private readonly inspect: InspectBytes,
    private readonly clock: Clock,
    private readonly pendingMs: number,
  ) {}

  /** @throws DomainError `input.invalid`: the id belongs to other bytes, or these are not what the archive says; `upload.incomplete`, `space.exceeded` */
  async run(blob: ArchivedBlob, body: Readable): Promise<void> {
    const known = await this.records.get(blob.blobId);
    if (known && this.isSame(known, blob)) return void body.resume();
    if (known)
      throw new DomainError('input.invalid', { message: `The blob ${blob.blobId} is there already.` });
    const { blobId, type, ...facts } = blob;
    const expires = new Date(this.clock.now().getTime() + this.pendingMs);
    const intention = { ...facts, blobId, declaredType: type, expires };
    const { sha256 } = await storeBytes(
      { records: this.records, objects: this.objects, inspect: this.inspect },
      intention,
      body,
    );
    if (sha256 !== blob.sha256) {
      await discard(this.records, this.objects, blobId);
      throw new DomainError('input.invalid', {
        message: `The bytes of ${blobId} are not those of the archive.`,
      });
    }
    const { size, width, height, finished, source } = blob;
    const condemned = source === null ? this.clock.now() : null;
    const outcome = {
      _id: blobId,
      size,
      sha256,
      type,
      width,
      height,
      finished,
      condemned,
      announcement: null,
    };
    if (await this.records.finish(outcome)) return;
    await discard(this.records, this.objects, blobId);
    throw new DomainError('input.invalid', { message: `The bytes of ${blobId} are there under another id.` });
  }

  private isSame(known: Blob, { drive, size, sha256 }: ArchivedBlob): boolean {
    return known.state === 'ready' && known.drive === drive && known.size === size && known.sha256 === sha256;
  }
}
