import type { BlobId, DerivativeKind, DriveId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import { SWEEP_LEASE } from '../ports.js';
import type { Storage } from '../storage.js';

/** An existing element describes the blob, whose record is lost or being removed. */
export interface ClaimedBlob {
  blobId: BlobId;
  size: number | null;
  type: string;
  /** null for uploads and what was made from an address. */
  source: BlobId | null;
  kind: DerivativeKind | null;
}

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
  { blobId, size, ...claim }: ClaimedBlob,
): Promise<boolean> {
  const found = await objects.head(blobId);
  if (!found || (size !== null && found.size !== size)) return false;
  const record = await blobs.get(blobId);
  if (record && (record.drive !== drive || record.size !== found.size)) return false;
  const now = clock.now();
  if (record) {
    const hashDue = record.sha256 === null ? now : record.hashDue;
    await repairs.makeReady(blobId, drive, { finished: record.finished ?? now, hashDue });
  } else await repairs.addMissing(recordOf({ _id: blobId, drive, size: found.size, ...claim }, now));
  return true;
}

/** The sweep computes the hash. */
const recordOf = (
  known: Pick<Blob, '_id' | 'drive' | 'size' | 'type' | 'source' | 'kind'>,
  now: Date,
): Blob => ({
  ...known,
  state: 'ready',
  once: `repaired:${known._id}`,
  uploadId: null,
  sha256: null,
  crc32: null,
  hashDue: now,
  width: null,
  height: null,
  begun: now,
  finished: now,
  expires: null,
  condemned: null,
  unnamed: null,
  announcement: null,
});
