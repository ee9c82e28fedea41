import type { BlobId } from '@skyshelf/contracts';
import type { Storage } from '../storage.js';

/**
 * Left by a crash between opening one and recording its name. Neither store sweeps by itself (see docs: no
 * lifecycle rules). Young ones may be about to be recorded.
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
