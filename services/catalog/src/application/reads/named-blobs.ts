import {
  derivativeKinds,
  isDerivedFile,
  type DerivedResults,
  type DriveId,
  type ElementBlobs,
  type ElementBlobsPage,
} from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';

/** By pages, for the check that all bytes are there. */
export async function namedBlobs(
  catalog: Catalog,
  drive: DriveId,
  after: string,
  limit: number,
): Promise<ElementBlobsPage> {
  const reader = await catalog.store.reader(drive);
  const rows = await reader.find({}, { limit, ...(after && { after }) });
  const blobs = rows.flatMap(({ id, blobId, derived, derivedBlobIds, size, kind }) =>
    blobId === null && derivedBlobIds.length === 0
      ? []
      : [{ elementId: id, blobId, derived: filesByKind(derived), size, type: kind }],
  );
  return { blobs, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

const filesByKind = (derived: DerivedResults): ElementBlobs['derived'] =>
  derivativeKinds.flatMap((kind) => {
    const made = derived[kind];
    return isDerivedFile(made) ? [{ kind, blobId: made.blobId, bytes: made.bytes }] : [];
  });
