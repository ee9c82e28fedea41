import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { BlobId, DriveId } from '@skyshelf/contracts';
import { giveBack, chunksAsRead } from '@skyshelf/bytes';
import { isObjectStoreError } from '@skyshelf/object-store';
import type { Blob } from '../../domain/blob.js';
import { confirmUnused, removalDates, toConfirm } from '../../domain/condemned.js';
import { isStray } from '../../domain/multipart-upload.js';
import { SWEEP_LEASE } from '../ports.js';
import type { Storage } from '../storage.js';
import { removeParts } from '../complete-parts.js';
import { SWEEP_BATCH, type Swept } from './swept-records.js';

/** Renewed during a sweep. */
const LEASE_MS = 30_000;

/** null: another process sweeps. */
export async function sweep(storage: Storage): Promise<Swept | null> {
  const { leases, metrics } = storage;
  if (!(await leases.take(SWEEP_LEASE, LEASE_MS))) return null;
  // A failed renewal does no harm, since parallel sweeps do none.
  const renewal = setInterval(() => void leases.take(SWEEP_LEASE, LEASE_MS).catch(() => false), LEASE_MS / 3);
  try {
    const swept = {
      pending: await removeExpiredPending(storage),
      parts: await removeExpiredParts(storage),
      multiparts: await removeStrayMultiparts(storage),
      hashed: await completeHashes(storage),
      references: await forgetRemovedReferences(storage),
      archives: await storage.archives.forgetExpired(storage.clock.now(), SWEEP_BATCH),
      takeouts: await storage.takeouts.forgetExpired(storage.clock.now(), SWEEP_BATCH),
      // Last, since it needs catalog.
      unused: await removeUnused(storage),
    };
    metrics.swept(swept);
    return swept;
  } finally {
    clearInterval(renewal);
    await leases.release(SWEEP_LEASE);
  }
}

/**
 * Marked first, so that a late finish is refused; then bytes, then record. A crash leaves marked ones to the
 * next sweep.
 */
async function removeExpiredPending({ sweeping, objects, clock }: Storage): Promise<number> {
  const marked = await sweeping.markExpired(clock.now(), SWEEP_BATCH);
  if (marked.length === 0) return 0;
  await objects.delete(marked);
  return sweeping.forgetExpired(marked);
}

/** Finished ones are only forgotten. */
async function removeExpiredParts({ sweeping, objects, clock }: Storage): Promise<number> {
  let removed = 0;
  for (const upload of await sweeping.expiredUploads(clock.now(), SWEEP_BATCH)) {
    if (upload.state !== 'done') {
      if (!(await sweeping.giveUp(upload))) continue;
      await removeParts(objects, upload);
    }
    removed += await sweeping.forgetUpload(upload._id);
  }
  return removed;
}

/** A crash before their name was recorded leaves them; no store removes them itself. */
async function removeStrayMultiparts({ sweeping, objects, clock, settings }: Storage): Promise<number> {
  let removed = 0;
  for await (const { key, multipartId, started } of objects.listMultiparts()) {
    if (!isStray(started, clock.now(), settings.pendingMs)) continue;
    if (await sweeping.knowsMultipart(key as BlobId, multipartId)) continue;
    await objects.abortMultipart(key, multipartId);
    removed += 1;
  }
  return removed;
}

const forgetRemovedReferences = ({ sweeping, clock, settings }: Storage): Promise<number> =>
  sweeping.forgetRemovedReferences(removalDates(clock.now(), settings).references, SWEEP_BATCH);

/**
 * Removes unused blobs if catalog agrees. They are marked first (reads stop, no reference can save them); then bytes
 * and records are removed, with an event.
 */
async function removeUnused(storage: Storage): Promise<number> {
  const { sweeping, clock, settings } = storage;
  const before = removalDates(clock.now(), settings).blobs;
  const candidates = await sweeping.condemned(before, SWEEP_BATCH);
  let removed = 0;
  for (const [drive, ofDrive] of Map.groupBy(candidates, (blob) => blob.drive)) {
    for (const blob of await confirmed(storage, drive, ofDrive))
      if (await remove(storage, blob, before)) removed += 1;
  }
  return removed;
}

async function confirmed(
  { unused: catalog, logger }: Storage,
  drive: DriveId,
  blobs: readonly Blob[],
): Promise<Blob[]> {
  const asked = toConfirm(blobs);
  const unused = asked.length === 0 ? [] : await catalog.among(drive, asked);
  const { removed, kept } = confirmUnused(blobs, unused);
  if (kept.length > 0)
    logger.error({ drive, blobIds: kept }, 'catalog still names blobs that have no reference here: kept');
  return removed;
}

async function remove({ sweeping, objects }: Storage, blob: Blob, before: Date): Promise<boolean> {
  const marked = await sweeping.markUnused(blob._id, before);
  if (!marked) return false;
  await objects.delete(marked);
  return sweeping.forgetUnused(blob, marked);
}

/** Each has up to half a gigabyte. */
const MOST = 4;

/** Computes SHA-256 for checks and CRC-32 for archives of uploads in parts. */
async function completeHashes({ sweeping, objects, clock, logger }: Storage): Promise<number> {
  let hashed = 0;
  for (const blobId of await sweeping.unhashed(MOST)) {
    try {
      const digest = createHash('sha256');
      let crc = 0;
      for await (const chunk of chunksAsRead((await objects.get(blobId)).body)) {
        digest.update(chunk);
        crc = crc32(chunk, crc);
        giveBack(chunk);
      }
      if (await sweeping.keepHash(blobId, { sha256: digest.digest('hex'), crc32: crc })) hashed += 1;
    } catch (error) {
      if (!isObjectStoreError(error, 'not-found')) throw error;
      // Else another sweep removed it.
      if (await sweeping.postponeHash(blobId, clock.now())) logger.error({ blobId }, 'a blob has no bytes');
    }
  }
  return hashed;
}
