import {
  type BlobId,
  type DriveId,
  derivativeKinds,
  isDerivedFile,
  type DerivedResults,
  type ElementBlobs,
  type ElementBlobsPage,
  keptBlobs,
  type DriveReference,
} from '@skyshelf/contracts';
import type { Reach } from '@skyshelf/tokens';
import type { Catalog } from '../catalog.js';
import { shownVersion } from './listing-rows.js';
import { versionId } from '../../domain/versions.js';
import { openReader } from '../slices/require-within.js';
import { hiddenOf, readMeant } from './hidden-files.js';

/**
 * Lists blobs that no element references, not even one that waits to be purged: storage asks before it removes bytes
 * for good.
 */
export async function unusedBlobs(
  catalog: Catalog,
  drive: DriveId,
  blobIds: readonly BlobId[],
): Promise<BlobId[]> {
  const reader = await catalog.store.reader(drive);
  const rows = await Promise.all([
    reader.find({ blobId: { in: blobIds } }),
    reader.find({ derivedBlobIds: { in: blobIds } }),
  ]);
  const used = new Set(rows.flat().flatMap(({ blobId, derivedBlobIds }) => [blobId, ...derivedBlobIds]));
  return blobIds.filter((id) => !used.has(id));
}

export interface LiveQuestion {
  reach: Reach;
  blobIds: readonly BlobId[];
  known: number | null;
  /** Asks for those in the trash, or for earlier versions, instead. */
  trash?: true | undefined;
  versions?: true | undefined;
}

export interface LiveAnswer {
  version: number;
  /** The blobs are neither deleted nor in limbo; null when nothing changed since the known version. */
  live: BlobId[] | null;
}

export async function liveFiles(
  { store }: Pick<Catalog, 'store'>,
  { reach, blobIds, known, ...asked }: LiveQuestion,
): Promise<LiveAnswer> {
  const shown = (version: number) => shownVersion({ store }, version);
  if (known !== null && known === shown(await store.version(reach.drive)))
    return { version: known, live: null };
  const reader = await openReader({ store }, reach);
  const { version } = reader.state();
  const found = await Promise.all([
    reader.find({ blobId: { in: blobIds } }),
    reader.find({ derivedBlobIds: { in: blobIds } }),
  ]);
  const meant = await readMeant(reader, found.flat(), hiddenOf(asked));
  const named = new Set(meant.flatMap(({ blobId, derivedBlobIds }) => [blobId, ...derivedBlobIds]));
  return { version: shown(version), live: blobIds.filter((id) => named.has(id)) };
}

export async function namedBlobs(
  catalog: Catalog,
  drive: DriveId,
  after: string,
  limit: number,
): Promise<ElementBlobsPage> {
  const reader = await catalog.store.reader(drive);
  const rows = await reader.find({}, { limit, ...(after && { after }) });
  const blobs = rows.flatMap(({ id, versionOf, blobId, derived, derivedBlobIds, size, kind }) =>
    blobId === null && derivedBlobIds.length === 0
      ? []
      : [{ elementId: versionOf ?? id, blobId, derived: filesByKind(derived), size, type: kind }],
  );
  return { blobs, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
}

const filesByKind = (derived: DerivedResults): ElementBlobs['derived'] =>
  derivativeKinds.flatMap((kind) => {
    const made = derived[kind];
    return isDerivedFile(made) ? [{ kind, blobId: made.blobId, bytes: made.bytes }] : [];
  });

/** Lists references that no element has, not even one that waits to be purged. */
export async function goneReferences(
  { store }: Pick<Catalog, 'store'>,
  references: readonly DriveReference[],
): Promise<DriveReference[]> {
  const gone: DriveReference[] = [];
  for (const [drive, ofDrive] of Map.groupBy(references, (reference) => reference.drive)) {
    const reader = await store.reader(drive);
    // An earlier version's row is found by both ids.
    const ids = ofDrive.flatMap(({ elementId, blobId }) => [elementId, versionId(elementId, blobId)]);
    const rows = await reader.find({ id: { in: ids } });
    const kept = new Set(
      rows.flatMap((row) => keptBlobs(row).map((blobId) => `${row.versionOf ?? row.id} ${blobId}`)),
    );
    gone.push(...ofDrive.filter(({ elementId, blobId }) => !kept.has(`${elementId} ${blobId}`)));
  }
  return gone;
}
