import type { Readable } from 'node:stream';
import {
  derivativeOf,
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
} from '@skyshelf/contracts';
import { isWanted } from '../domain/blob.js';
import { unclaimedFrom } from './receive-bytes.js';
import type { Storage } from './storage.js';
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
 * @throws DomainError `file.not-found`: the source is gone or no one wants it any more; `body.too-large`: more than its kind may have; `input.invalid`: of
 * another type than its kind; `upload.incomplete`
 */
export async function storeDerived(
  storage: Storage,
  derived: DerivedBytes,
): Promise<{ blobId: BlobId; size: number }> {
  requireKind(derived, derived.contentType);
  if (derived.size > derivativeOf(derived.kind).maxBytes) throw new DomainError('body.too-large');
  const intention = await intentionOf(storage, derived);
  const { blobId, size, once, source } = intention;
  const { type, ...stored } = await storeBytes(storage, intention, derived.body);
  if (!isOfKind(derived, type)) {
    await discard(storage, blobId);
    requireKind(derived, type);
  }
  const finished = storage.clock.now();
  const condemned = source === null ? unclaimedFrom(finished) : null;
  const outcome = { _id: blobId, size, type, ...stored, finished, condemned, announcement: null };
  if (await finishBytes(storage, outcome)) return { blobId, size };
  await discard(storage, blobId);
  const earlier = await storage.blobs.finished(once);
  if (!earlier) throw new DomainError('file.not-found');
  return { blobId: earlier._id, size: earlier.size };
}

async function intentionOf(storage: Storage, derived: DerivedBytes): Promise<Intention> {
  const { kind, jobId, size, contentType } = derived;
  const begun = storage.clock.now();
  const { drive, source, of } = await originOf(storage, derived);
  return {
    blobId: storage.ids.next() as BlobId,
    drive,
    once: `${kind}:${of}:${jobId}`,
    uploadId: null,
    source,
    kind,
    size,
    declaredType: contentType,
    begun,
    expires: new Date(begun.getTime() + storage.settings.pendingMs),
  };
}

async function originOf(
  { blobs, clock }: Storage,
  from: DerivedFrom,
): Promise<{ drive: DriveId; source: BlobId | null; of: string }> {
  if ('drive' in from) return { drive: from.drive, source: null, of: from.elementId };
  const source = await blobs.get(from.source);
  if (!source || !isWanted(source, clock.now())) throw new DomainError('file.not-found');
  return { drive: source.drive, source: source._id, of: source._id };
}

const isOfKind = ({ kind }: DerivedBytes, type: string): boolean => type === derivativeOf(kind).mediaType;

function requireKind(derived: DerivedBytes, type: string): void {
  if (isOfKind(derived, type)) return;
  const message = `A ${derived.kind} is ${derivativeOf(derived.kind).mediaType}, not ${type}.`;
  throw new DomainError('input.invalid', { field: 'Content-Type', message });
}
