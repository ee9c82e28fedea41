import type { Readable } from 'node:stream';
import { DomainError, type UploadId } from '@skyshelf/contracts';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { StatementSigner } from '@skyshelf/tokens';
import { partSize } from '../domain/multipart-upload.js';
import { checkedBody } from './observed-body.js';
import type { Storage } from './storage.js';
import { storeRefusal } from './store-bytes.js';

export interface SentPart {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
  signature: string;
  body: Readable;
  announced: number | null;
  /** Hex; what the sender says. */
  sha256: string | null;
}

/**
 * Where the object store has no addresses of its own.
 * @throws DomainError `upload.bad-grant`, `upload.not-found`, `upload.incomplete`, `space.exceeded`,
 * `disk.full`
 */
export async function sendPart(
  { uploads, signer, clock, objects, disk }: Storage,
  { uploadId, partNumber, expires, signature, body, announced, sha256 }: SentPart,
): Promise<{ etag: string }> {
  checkPartAddress(signer, { uploadId, partNumber, expires }, signature, clock.now());
  const upload = await uploads.get(uploadId);
  const size = upload ? partSize(upload.grant.size, partNumber) : null;
  if (!upload?.multipartId || upload.state !== 'open' || size === null)
    throw new DomainError('upload.not-found');
  if (announced !== null && announced !== size) throw new DomainError('upload.incomplete');
  await disk.require();
  try {
    const { etag } = await objects.putPart(
      upload.blobId,
      upload.multipartId,
      partNumber,
      checkedBody(body, size, sha256),
      size,
    );
    return { etag };
  } catch (error) {
    if (isObjectStoreError(error, 'not-found')) throw new DomainError('upload.not-found', { cause: error });
    throw storeRefusal(error);
  }
}

/** Expires in milliseconds since the epoch. */
interface PartLeave {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
}

const statementOf = ({ uploadId, partNumber, expires }: PartLeave) => ({
  kind: 'part-address',
  uploadId,
  partNumber,
  expires,
});

const signatureOf = (signer: StatementSigner, leave: PartLeave): string =>
  signer.sign(statementOf(leave)).split('.')[1] ?? '';

export function partAddress(signer: StatementSigner, leave: PartLeave): string {
  const { uploadId, partNumber, expires } = leave;
  return `/api/upload/parts/${uploadId}/${partNumber}?expires=${expires}&signature=${signatureOf(signer, leave)}`;
}

/** @throws DomainError `upload.bad-grant`: not our signature, or it has run out */
export function checkPartAddress(
  signer: StatementSigner,
  leave: PartLeave,
  signature: string,
  now: Date,
): void {
  const body = Buffer.from(JSON.stringify(statementOf(leave))).toString('base64url');
  if (leave.expires <= now.getTime() || signer.open(`${body}.${signature}`) === null)
    throw new DomainError('upload.bad-grant');
}
