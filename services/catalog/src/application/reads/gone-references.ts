import { keptBlobs, type DriveReference } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';

/** Not even one that waits to be purged. */
export async function goneReferences(
  { store }: Pick<Catalog, 'store'>,
  references: readonly DriveReference[],
): Promise<DriveReference[]> {
  const gone: DriveReference[] = [];
  for (const [drive, ofDrive] of Map.groupBy(references, (reference) => reference.drive)) {
    const reader = await store.reader(drive);
    const rows = await reader.find({ id: { in: ofDrive.map(({ elementId }) => elementId) } });
    const kept = new Map(rows.map((row) => [row.id, keptBlobs(row)]));
    gone.push(...ofDrive.filter(({ elementId, blobId }) => !kept.get(elementId)?.includes(blobId)));
  }
  return gone;
}
