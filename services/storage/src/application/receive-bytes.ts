import type { Readable } from 'node:stream';
import { DomainError, limits, type BlobId, type FinishedUpload, type UploadGrant } from '@skyshelf/contracts';
import type { Caller, Clock, IdSource, StatementSigner } from '@skyshelf/tokens';
import type { Blob } from '../domain/blob.js';
import { openGrant } from './open-grant.js';
import { announcementOf, finishedUpload } from './receipt.js';
import type { DiskSpace } from './disk-space.js';
import {
  discard,
  finishBytes,
  pendingBlob,
  storeBytes,
  type Intention,
  type Stored,
  type StoringDeps,
} from './store-bytes.js';

export interface UploadParts extends StoringDeps {
  signer: StatementSigner;
  clock: Clock;
  ids: IdSource;
  pendingMs: number;
  /** When the others are told of an upload that is complete now. */
  announceAt(): Date;
  metrics: { received(bytes: number): void };
  disk: DiskSpace;
  /** How many bytes that no element names the drive of a grant may have. */
  limitFor(grant: UploadGrant): number;
}

export interface SentBytes {
  /** The `Upload-Grant` header. */
  grant: string;
  body: Readable;
  /** The `Content-Length` header, when there is one. */
  announced: number | null;
  trace: string | null;
}

/** An upload in one request: bytes in, receipt out. Repeated or raced, it is one blob, and all get its receipt. */
export class ReceiveBytes {
  constructor(private readonly parts: UploadParts) {}

  /** @throws DomainError `upload.bad-grant`, `upload.incomplete`, `body.too-large`, `space.exceeded`, `space.held`, `disk.full`, `upload.not-found` (took too long) */
  async run(caller: Caller, { grant: signed, body, announced, trace }: SentBytes): Promise<FinishedUpload> {
    const { records, objects, signer, clock, disk, limitFor } = this.parts;
    const grant = openGrant(signer, signed, caller, clock.now());
    checkLength(grant, announced);
    await disk.require();
    const intention = this.intention(grant);
    const stored = await storeBytes(this.parts, intention, body, limitFor(grant));
    const blob = this.readyBlob(intention, stored);
    const { _id, size, sha256, type, width, height, finished, condemned } = blob;
    const announcement = announcementOf(grant, blob, trace, this.parts.announceAt());
    const won = await finishBytes(records, objects, {
      _id,
      size,
      sha256,
      type,
      width,
      height,
      finished,
      condemned,
      announcement,
    });
    if (won) this.parts.metrics.received(blob.size);
    return finishedUpload(signer, grant, won ? blob : await this.earlier(blob));
  }

  private intention(grant: UploadGrant): Intention {
    const begun = this.parts.clock.now();
    return {
      blobId: this.parts.ids.next() as BlobId,
      drive: grant.drive,
      once: `upload:${grant.uploadId}`,
      uploadId: grant.uploadId,
      source: null,
      kind: null,
      size: grant.size,
      declaredType: grant.contentType,
      begun,
      expires: new Date(begun.getTime() + this.parts.pendingMs),
    };
  }

  private readyBlob(intention: Intention, stored: Stored): Blob {
    const finished = this.parts.clock.now();
    const condemned = unclaimedFrom(finished);
    return { ...pendingBlob(intention), ...stored, state: 'ready', expires: null, finished, condemned };
  }

  /** Somebody was faster: theirs counts, ours goes. */
  private async earlier({ _id, once }: Blob): Promise<Blob> {
    await discard(this.parts.records, this.parts.objects, _id);
    const blob = await this.parts.records.finished(once);
    if (!blob) throw new DomainError('upload.not-found');
    return blob;
  }
}

/** Bytes that no element has named when their receipt runs out are nobody's. */
export const unclaimedFrom = (finished: Date): Date => new Date(finished.getTime() + limits.receiptMs);

function checkLength({ size }: UploadGrant, announced: number | null): void {
  if (size > limits.maxSingleRequestBytes)
    throw new DomainError('body.too-large', { message: 'A file of this size is sent in parts.' });
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
}
