import type { Readable } from 'node:stream';
import {
  type BlobId,
  DomainError,
  importGrant,
  limits,
  type FinishedUpload,
  type ImportGrant,
  type UploadGrant,
} from '@skyshelf/contracts';
import type { StatementSigner } from '@skyshelf/tokens';
import { isHtmlInsteadOfFile } from '../domain/page-instead.js';
import { onceOfUpload, pendingBlob, readyBlob, type Intention } from '../domain/new-blobs.js';
import { announcementOf } from '../domain/receipt.js';
import { announceAt, earlier, finishedUpload, intentionOf, unnamedLimitOf } from './receive-bytes.js';
import { readWholeFile } from './read-file.js';
import { observe, observeUpTo, type ObservedBody } from './observed-body.js';
import type { Storage } from './storage.js';
import { discard, finishBytes, storeRecorded } from './store-bytes.js';

export interface SentImport {
  grant: string;
  body: Readable;
  announced: number | null;
  trace: string | null;
}

/**
 * Repeatable under its grant. A failure frees the reserved room and may be retried.
 * @throws DomainError `upload.bad-grant`, `upload.incomplete`, `file.too-large`, `type.not-allowed`,
 * `space.exceeded`, `space.held`, `disk.full`, `upload.not-found` (took too long)
 */
export async function receiveImport(storage: Storage, sent: SentImport): Promise<FinishedUpload> {
  const grant = openImportGrant(storage.signer, sent.grant, storage.clock.now());
  const asUpload = grantOfUpload(grant);
  const before = await storage.blobs.finished(onceOfUpload(grant.uploadId));
  if (before) return finishedUpload(storage.signer, asUpload, before);
  const intention = intentionOf(storage, grant);
  try {
    return await bring(storage, { grant, asUpload, intention, sent });
  } catch (error) {
    await giveUp(storage, grant, sent.trace).catch((failure: unknown) =>
      storage.logger.error({ err: failure }, 'room kept for an import stays'),
    );
    throw error;
  }
}

/**
 * The bytes come from another file of this installation, and the caller has checked that they may.
 * @throws DomainError `file.not-found`, and as `receiveImport`
 */
export async function importBlob(
  storage: Storage,
  blobId: BlobId,
  { grant, trace }: Pick<SentImport, 'grant' | 'trace'>,
): Promise<FinishedUpload> {
  const source = await storage.blobs.get(blobId);
  if (source?.state !== 'ready') {
    await failImport(storage, grant, trace);
    throw new DomainError('file.not-found');
  }
  const body = await readWholeFile(storage, blobId);
  return receiveImport(storage, { grant, body, announced: source.size, trace });
}

/**
 * No byte came. A complete one stays.
 * @throws DomainError `upload.bad-grant`
 */
export async function failImport(storage: Storage, signed: string, trace: string | null): Promise<void> {
  const grant = openImportGrant(storage.signer, signed, storage.clock.now());
  if (!(await storage.blobs.finished(onceOfUpload(grant.uploadId)))) await giveUp(storage, grant, trace);
}

const giveUp = ({ imports, ids }: Storage, grant: ImportGrant, trace: string | null): Promise<void> => {
  const { uploadId, drive, user: actor } = grant;
  return imports.failed({ uploadId, tryId: ids.next(), drive, actor, trace });
};

interface Bringing {
  grant: ImportGrant;
  asUpload: UploadGrant;
  intention: Intention;
  sent: SentImport;
}

async function bring(
  storage: Storage,
  { grant, asUpload, intention, sent }: Bringing,
): Promise<FinishedUpload> {
  const { blobs, clock, disk, signer, metrics } = storage;
  checkLength(grant, sent.announced);
  await disk.require();
  const body = await bodyOf(grant, sent);
  const recorded = blobs.begin(pendingBlob(intention), unnamedLimitOf(storage, asUpload));
  const stored = await storeRecorded(storage, intention, body, recorded);
  const { head, size } = body.seen();
  if (grant.source === 'url' && isHtmlInsteadOfFile(head, grant.name)) {
    await discard(storage, intention.blobId);
    throw new DomainError('type.not-allowed', {
      message: 'This address leads to a page, not to a file.',
    });
  }
  const blob = { ...readyBlob(intention, stored, clock.now()), size };
  const announcement = announcementOf(asUpload, blob, { trace: sent.trace }, announceAt(storage));
  const { _id, sha256, crc32, type, width, height, finished, condemned } = blob;
  const outcome = { _id, size, sha256, crc32, type, width, height, finished, condemned, announcement };
  const won = await finishBytes(storage, outcome);
  if (won) metrics.received(size);
  return finishedUpload(signer, asUpload, won ? blob : await earlier(storage, blob));
}

/** The source may be wrong about its size: the grant counts. */
function checkLength({ size, upTo }: ImportGrant, announced: number | null): void {
  if (announced === null) return;
  if (announced > size) throw tooMuch(size);
  if (!upTo && announced !== size) throw new DomainError('upload.incomplete');
}

/** Waits for the first bytes: nothing is recorded for a silent sender. */
const bodyOf = ({ size, upTo }: ImportGrant, { body, announced }: SentImport): Promise<ObservedBody> =>
  upTo && announced === null
    ? observeUpTo(body, size, () => tooMuch(size))
    : observe(body, announced ?? size);

const tooMuch = (most: number): DomainError =>
  most < limits.maxUploadBytes ? new DomainError('space.exceeded') : new DomainError('file.too-large');

/** @throws DomainError `upload.bad-grant`: not ours, of another kind, or expired */
function openImportGrant(signer: StatementSigner, signed: string, now: Date): ImportGrant {
  const parsed = importGrant.safeParse(signer.open(signed));
  if (!parsed.success || parsed.data.expires <= now.getTime()) throw new DomainError('upload.bad-grant');
  return parsed.data;
}

const grantOfUpload = ({ upTo: _, kind: __, ...grant }: ImportGrant): UploadGrant => ({
  ...grant,
  kind: 'upload-grant',
});
