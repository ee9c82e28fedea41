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
  /** Hex, as announced. */
  sha256: string | null;
}

/**
 * For object stores without presigned addresses.
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

/** `expires`: milliseconds since the epoch. */
interface SignedPart {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
}

const statementOf = ({ uploadId, partNumber, expires }: SignedPart) => ({
  kind: 'part-address',
  uploadId,
  partNumber,
  expires,
});

const signatureOf = (signer: StatementSigner, part: SignedPart): string =>
  signer.sign(statementOf(part)).split('.')[1] ?? '';

export function partAddress(signer: StatementSigner, part: SignedPart): string {
  const { uploadId, partNumber, expires } = part;
  return `/api/upload/parts/${uploadId}/${partNumber}?expires=${expires}&signature=${signatureOf(signer, part)}`;
}

/** @throws DomainError `upload.bad-grant`: not our signature, or expired */
function checkPartAddress(signer: StatementSigner, part: SignedPart, signature: string, now: Date): void {
  const body = Buffer.from(JSON.stringify(statementOf(part))).toString('base64url');
  if (part.expires <= now.getTime() || signer.open(`${body}.${signature}`) === null)
    throw new DomainError('upload.bad-grant');
}
