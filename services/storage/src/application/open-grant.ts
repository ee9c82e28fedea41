import { DomainError, uploadGrant, type UploadGrant } from '@skyshelf/contracts';
import type { Caller, StatementSigner } from '@skyshelf/tokens';

/**
 * @throws DomainError `upload.bad-grant`: not signed here, another kind of statement, run out, or given to
 * another drive
 */
export function openGrant(signer: StatementSigner, signed: string, caller: Caller, now: Date): UploadGrant {
  const parsed = uploadGrant.safeParse(signer.open(signed));
  if (!parsed.success || parsed.data.expires <= now.getTime() || parsed.data.drive !== caller.drive) {
    throw new DomainError('upload.bad-grant');
  }
  return parsed.data;
}
