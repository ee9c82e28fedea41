import type { Readable } from 'node:stream';
import {
  derivativeOf,
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
} from '@skyshelf/contracts';
import { isWanted } from '../domain/blob.js';
import { unclaimedFrom, type UploadParts } from './receive-bytes.js';
import { discard, finishBytes, storeBytes, type Intention } from './store-bytes.js';

/** What a derived blob was made from: a blob, or the address of an element that has no bytes. */
export type DerivedFrom = { source: BlobId } | { drive: DriveId; elementId: string };

export type DerivedBytes = DerivedFrom & {
  kind: DerivativeKind;
  jobId: string;
  size: number;
  contentType: string;
  body: Readable;
};

/**
 * Keeps what was made from a blob as its child: it belongs to the same drive and goes with its source. What was made from an address belongs to the drive and
 * waits, like an upload, for the element that names it. One for each job, however often it is sent.
 */
export class StoreDerived {
  constructor(private readonly parts: UploadParts) {}

  /**
   * @throws DomainError `file.not-found`: the source is gone or nobody wants it any more; `body.too-large`: more than its kind may have; `input.invalid`: of
   * another type than its kind; `upload.incomplete`
   */
  async run(derived: DerivedBytes): Promise<{ blobId: BlobId; size: number }> {
    const { records, objects, clock } = this.parts;
    requireKind(derived, derived.contentType);
    if (derived.size > derivativeOf(derived.kind).maxBytes) throw new DomainError('body.too-large');
    const intention = await this.intention(derived);
    const { blobId, size, once, source } = intention;
    const { type, ...stored } = await storeBytes(this.parts, intention, derived.body);
    if (!isOfKind(derived, type)) {
      await discard(records, objects, blobId);
      requireKind(derived, type);
    }
    const finished = clock.now();
    const condemned = source === null ? unclaimedFrom(finished) : null;
    const outcome = { _id: blobId, size, type, ...stored, finished, condemned, announcement: null };
    if (await finishBytes(records, objects, outcome)) return { blobId, size };
    await discard(records, objects, blobId);
    const earlier = await records.finished(once);
    if (!earlier) throw new DomainError('file.not-found');
    return { blobId: earlier._id, size: earlier.size };
  }

  private async intention(derived: DerivedBytes): Promise<Intention> {
    const { kind, jobId, size, contentType } = derived;
    const begun = this.parts.clock.now();
    const { drive, source, of } = await this.originOf(derived);
    return {
      blobId: this.parts.ids.next() as BlobId,
      drive,
      once: `${kind}:${of}:${jobId}`,
      uploadId: null,
      source,
      kind,
      size,
      declaredType: contentType,
      begun,
      expires: new Date(begun.getTime() + this.parts.pendingMs),
    };
  }

  private async originOf(from: DerivedFrom): Promise<{ drive: DriveId; source: BlobId | null; of: string }> {
    if ('drive' in from) return { drive: from.drive, source: null, of: from.elementId };
    const source = await this.parts.records.get(from.source);
    if (!source || !isWanted(source, this.parts.clock.now())) throw new DomainError('file.not-found');
    return { drive: source.drive, source: source._id, of: source._id };
  }
}

const isOfKind = ({ kind }: DerivedBytes, type: string): boolean => type === derivativeOf(kind).mediaType;

function requireKind(derived: DerivedBytes, type: string): void {
  if (isOfKind(derived, type)) return;
  const message = `A ${derived.kind} is ${derivativeOf(derived.kind).mediaType}, not ${type}.`;
  throw new DomainError('input.invalid', { field: 'Content-Type', message });
}
