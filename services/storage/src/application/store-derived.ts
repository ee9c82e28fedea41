import type { Readable } from 'node:stream';
import { DomainError, limits, type BlobId } from '@skyshelf/contracts';
import { isWanted, type Blob, type DerivedKind } from '../domain/blob.js';
import type { UploadParts } from './receive-bytes.js';
import { discard, storeBytes, type Intention } from './store-bytes.js';

export interface DerivedBytes {
  source: BlobId;
  kind: DerivedKind;
  jobId: string;
  size: number;
  contentType: string;
  body: Readable;
}

/** Keeps what was made from a blob as its child: it belongs to the same drive and goes with its source. One for each job, however often it is sent. */
export class StoreDerived {
  constructor(private readonly parts: UploadParts) {}

  /** @throws DomainError `file.not-found`: the source is gone or nobody wants it any more; `upload.incomplete`, `body.too-large` */
  async run(derived: DerivedBytes): Promise<{ blobId: BlobId; size: number }> {
    const { records, objects, clock } = this.parts;
    if (derived.size > limits.maxSingleRequestBytes) throw new DomainError('body.too-large');
    const source = await records.get(derived.source);
    if (!source || !isWanted(source, clock.now())) throw new DomainError('file.not-found');
    const intention = this.intention(source, derived);
    const { sha256, type, width, height } = await storeBytes(records, objects, intention, derived.body);
    const { blobId, size, once } = intention;
    const won = await records.finish({
      _id: blobId,
      size,
      sha256,
      type,
      width,
      height,
      finished: clock.now(),
      condemned: null,
      announcement: null,
    });
    if (won) return { blobId, size };
    await discard(records, objects, blobId);
    const earlier = await records.finished(once);
    if (!earlier) throw new DomainError('file.not-found');
    return { blobId: earlier._id, size: earlier.size };
  }

  private intention({ drive, _id }: Blob, { kind, jobId, size, contentType }: DerivedBytes): Intention {
    const begun = this.parts.clock.now();
    return {
      blobId: this.parts.ids.next() as BlobId,
      drive,
      once: `${kind}:${_id}:${jobId}`,
      uploadId: null,
      source: _id,
      kind,
      size,
      declaredType: contentType,
      begun,
      expires: new Date(begun.getTime() + this.parts.pendingMs),
    };
  }
}
