import { type BlobId, DomainError, type OpId } from '@skyshelf/contracts';
import { decideDropVersions } from '../../domain/drop-versions.js';
import { isVersion, versionId, type FileRow, type VersionRow } from '../../domain/versions.js';
import type { Account, Catalog } from '../catalog.js';
import { readVersionedFile } from '../reads/list-versions.js';
import { runFor } from '../run-for.js';
import type { Reader } from '../slices/read-folder.js';
import { readVersions } from '../slices/read-replaced.js';

/** Deletes one version of a file forever, or all of them. */
export function dropVersions(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { id, version }: { id: string; version: string | null },
): Promise<{ dropped: number }> {
  return runFor(catalog, account, opId, {
    name: 'drop-versions',
    payload: { id, version },
    read: (reader) => readDropped(reader, id, version as BlobId | null),
    decide: ({ file, versions }) =>
      decideDropVersions({ versions, elements: new Map([[file.id, file]]), missing: null }),
  });
}

async function readDropped(
  reader: Reader,
  id: string,
  blobId: BlobId | null,
): Promise<{ file: FileRow; versions: VersionRow[] }> {
  const file = await readVersionedFile(reader, id);
  if (blobId === null) return { file, versions: await readVersions(reader, [file]) };
  const row = await reader.get(versionId(file.id, blobId));
  if (!row || !isVersion(row)) throw new DomainError('version.not-found', { field: 'version' });
  return { file, versions: [row] };
}
