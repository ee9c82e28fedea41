import { DomainError, type UploadId } from '@skyshelf/contracts';
import type { StatementSigner } from '@skyshelf/tokens';

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
