import type { BlobId, DriveId } from '@skyshelf/contracts';
import { decideAdoption, type ClaimedBlob } from '../../domain/new-blobs.js';
import { SWEEP_LEASE } from '../ports.js';
import type { Storage } from '../storage.js';

const LEASE_MS = 30_000;

/**
 * Adopts blobs whose bytes have the length that their elements name. Excludes sweeps and other processes.
 * @returns those ready now; null: another process holds the lease
 */
export const adoptBlobs = (
  storage: Storage,
  drive: DriveId,
  claimed: readonly ClaimedBlob[],
): Promise<BlobId[] | null> =>
  storage.adopting.run(SWEEP_LEASE, async () => {
    if (!(await storage.leases.take(SWEEP_LEASE, LEASE_MS))) return null;
    try {
      const ready: BlobId[] = [];
      for (const each of claimed) if (await adoptOne(storage, drive, each)) ready.push(each.blobId);
      return ready;
    } finally {
      await storage.leases.release(SWEEP_LEASE);
    }
  });

async function adoptOne(
  { blobs, repairs, objects, clock }: Storage,
  drive: DriveId,
  claim: ClaimedBlob,
): Promise<boolean> {
  const object = await objects.head(claim.blobId);
  const record = object && (await blobs.get(claim.blobId));
  const decision = decideAdoption(drive, claim, { object, record, now: clock.now() });
  if (decision.do === 'make-ready') await repairs.makeReady(claim.blobId, drive, decision.known);
  if (decision.do === 'add') await repairs.addMissing(decision.blob);
  return decision.do !== 'leave';
}
