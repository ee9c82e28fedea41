import type { Readable } from 'node:stream';
import {
  derivativeOf,
  DomainError,
  type BlobId,
  type DerivativeKind,
  type DriveId,
} from '@skyshelf/contracts';
import { isWanted, type Blob } from '../domain/blob.js';
import { condemnedFrom, type Intention } from '../domain/new-blobs.js';
import type { Outcome } from './ports.js';
import type { Storage } from './storage.js';
import { discard, finishBytes, storeBytes, storeCollected } from './store-bytes.js';

export type DerivedFrom = { source: BlobId } | { drive: DriveId; elementId: string };

export type DerivedBytes = DerivedFrom & {
  kind: DerivativeKind;
  jobId: string;
  size: number;
  contentType: string;
  body: Readable | Uint8Array;
};

export interface KeptDerived {
  blobId: BlobId;
  size: number;
}

/**
 * Goes with its source; what was made from an address waits for its element like an upload. One for each job.
 * @throws DomainError `file.not-found`: the source is gone or unwanted; `body.too-large`; `input.invalid`:
 * another type; `upload.incomplete`
 */
export async function storeDerived(storage: Storage, derived: DerivedBytes): Promise<KeptDerived> {
  const sources = await sourcesOf(storage, [derived]);
  return finishDerived(storage, await bring(storage, sources, derived), storage.clock.now());
}

export async function storeAllDerived(
  storage: Storage,
  several: readonly DerivedBytes[],
): Promise<(KeptDerived | DomainError)[]> {
  const sources = await sourcesOf(storage, several);
  const brought = await Promise.all(several.map((each) => orRefusal(bring(storage, sources, each))));
  // The same for all, so they become ready in one statement.
  const finished = storage.clock.now();
  return Promise.all(
    brought.map((each) =>
      each instanceof DomainError ? each : orRefusal(finishDerived(storage, each, finished)),
    ),
  );
}

const orRefusal = <T>(work: Promise<T>): Promise<T | DomainError> =>
  work.catch((error: unknown) => {
    if (error instanceof DomainError) return error;
    throw error;
  });

type Sources = ReadonlyMap<BlobId, Blob>;

const sourcesOf = ({ blobs }: Storage, several: readonly DerivedFrom[]): Promise<Sources> =>
  blobs.some(several.flatMap((each) => ('source' in each ? [each.source] : [])));

interface Brought {
  intention: Intention;
  /** The facts that are not yet recorded. */
  facts: Omit<Outcome, '_id' | 'finished' | 'condemned' | 'announcement'>;
}

async function bring(storage: Storage, sources: Sources, derived: DerivedBytes): Promise<Brought> {
  requireKind(derived, derived.contentType);
  if (derived.size > derivativeOf(derived.kind).maxBytes) throw new DomainError('body.too-large');
  const intention = intentionOf(storage, sources, derived);
  const { body } = derived;
  const isWhole = body instanceof Uint8Array;
  const { type, ...stored } = isWhole
    ? await storeCollected(storage, intention, body, Infinity)
    : await storeBytes(storage, intention, body);
  if (!isOfKind(derived, type)) {
    await discard(storage, intention.blobId);
    requireKind(derived, type);
  }
  return { intention, facts: isWhole ? {} : { size: intention.size, type, ...stored } };
}

async function finishDerived(
  storage: Storage,
  { intention: { blobId, size, once, source }, facts }: Brought,
  finished: Date,
): Promise<KeptDerived> {
  const condemned = condemnedFrom({ source }, finished);
  if (await finishBytes(storage, { _id: blobId, finished, condemned, announcement: null, ...facts }))
    return { blobId, size };
  await discard(storage, blobId);
  const earlier = await storage.blobs.finished(once);
  if (!earlier) throw new DomainError('file.not-found');
  return { blobId: earlier._id, size: earlier.size };
}

function intentionOf(storage: Storage, sources: Sources, derived: DerivedBytes): Intention {
  const { kind, jobId, size, contentType } = derived;
  const begun = storage.clock.now();
  const { drive, source, of } = originOf(storage, sources, derived);
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

function originOf(
  { clock }: Storage,
  sources: Sources,
  from: DerivedFrom,
): { drive: DriveId; source: BlobId | null; of: string } {
  if ('drive' in from) return { drive: from.drive, source: null, of: from.elementId };
  const source = sources.get(from.source);
  if (!source || !isWanted(source, clock.now())) throw new DomainError('file.not-found');
  return { drive: source.drive, source: source._id, of: source._id };
}

const isOfKind = ({ kind }: DerivedBytes, type: string): boolean => type === derivativeOf(kind).mediaType;

function requireKind(derived: DerivedBytes, type: string): void {
  if (isOfKind(derived, type)) return;
  const message = `A ${derived.kind} is ${derivativeOf(derived.kind).mediaType}, not ${type}.`;
  throw new DomainError('input.invalid', { field: 'Content-Type', message });
}
