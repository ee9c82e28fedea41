import type { BlobId } from '@skyshelf/contracts';
import type { Storage } from '../storage.js';
import { SWEEP_BATCH } from './swept-records.js';
import { removeParts } from '../abort-parts.js';

/**
 * Marked first, so that a late finish is refused; then bytes, then record. The next sweep finds what a crash
 * leaves marked.
 */
export async function removeExpiredPending({ sweeping, objects, clock }: Storage): Promise<number> {
  const marked = await sweeping.markExpired(clock.now(), SWEEP_BATCH);
  if (marked.length === 0) return 0;
  await objects.delete(marked);
  return sweeping.forgetExpired(marked);
}

/** Given up if unfinished, forgotten if finished. */
export async function removeExpiredParts({ sweeping, objects, clock }: Storage): Promise<number> {
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

/**
 * A crash between opening one and recording its name leaves them; neither store sweeps by itself. Young ones
 * may be about to be recorded.
 */
export async function removeStrayMultiparts({
  sweeping,
  objects,
  clock,
  settings,
}: Storage): Promise<number> {
  let removed = 0;
  for await (const { key, multipartId, started } of objects.listMultiparts()) {
    if (clock.now().getTime() - started.getTime() < settings.pendingMs) continue;
    if (await sweeping.knowsMultipart(key as BlobId, multipartId)) continue;
    await objects.abortMultipart(key, multipartId);
    removed += 1;
  }
  return removed;
}

/**
 * So that no late addition adds it again: from a topic, which keeps events for 7 days; from catalog's stream,
 * which brings the removal behind it; or from a process that slept, which after some days is a forgotten one.
 */
const REMEMBER_MS = 30 * 86_400_000;

export const forgetRemovedReferences = ({ sweeping, clock }: Storage): Promise<number> =>
  sweeping.forgetRemovedReferences(new Date(clock.now().getTime() - REMEMBER_MS), SWEEP_BATCH);
