import { DomainError, type UploadId } from '@skyshelf/contracts';
import { sameSecret, type StatementSigner } from '@skyshelf/tokens';

/** What the holder of a part's address may do until it expires. Milliseconds since the epoch. */
interface PartLeave {
  uploadId: UploadId;
  partNumber: number;
  expires: number;
}

const signatureOf = (signer: StatementSigner, { uploadId, partNumber, expires }: PartLeave): string =>
  signer.sign({ kind: 'part-address', uploadId, partNumber, expires }).split('.')[1] ?? '';

/** Where one part is PUT by whoever has the address. */
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
  if (leave.expires <= now.getTime() || !sameSecret(signature, signatureOf(signer, leave)))
    throw new DomainError('upload.bad-grant');
}
