import { DomainError, limits, uploadEnds, uploadGrant, uploadStarted } from '@skyshelf/contracts';
import { quotaOf, type Reservation } from '../../domain/drive-room.js';
import { isSentInParts } from '../../domain/start-upload.js';
import type { Account, Catalog } from '../catalog.js';

/**
 * Expired or not. Room and name were reserved at the start, so nothing is decided again.
 * @throws DomainError `upload.bad-grant`: not ours, or begun more than 7 days ago
 */
export async function renewUpload(
  { signer, clock, store }: Pick<Catalog, 'signer' | 'clock' | 'store'>,
  { drive }: Account,
  signed: string,
): Promise<{ grant: string; expires: number }> {
  const opened = uploadGrant.safeParse(signer.open(signed));
  const now = clock.now().getTime();
  if (!opened.success || opened.data.drive !== drive || now >= uploadEnds(opened.data))
    throw new DomainError('upload.bad-grant');
  const grant = opened.data;
  const reader = await store.reader(drive);
  const kept = isSentInParts(grant)
    ? await reader.side<Reservation>('reservations').get(grant.uploadId)
    : true;
  if (!kept) throw new DomainError('upload.not-found');
  const expires = Math.min(now + limits.grantMs, uploadEnds(grant));
  const quota = quotaOf(reader.state());
  return { grant: signer.sign({ ...grant, quota, started: uploadStarted(grant), expires }), expires };
}
