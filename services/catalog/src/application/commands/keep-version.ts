import { type BlobId, DomainError, type ElementId, limits, type OpId } from '@skyshelf/contracts';
import { isLabelled, isVersion, versionId, type FileRow, type VersionRow } from '../../domain/versions.js';
import type { Account, Catalog } from '../catalog.js';
import { readVersionedFile } from '../reads/list-versions.js';
import { runFor } from '../run-for.js';
import type { Reader } from '../slices/read-folder.js';
import { readVersions } from '../slices/read-replaced.js';

export interface KeptVersion {
  id: string;
  version: string;
  /** null takes the name away. */
  name: string | null;
}

/** A version with a name is never thinned out. */
export function keepVersion(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { id, version, name }: KeptVersion,
): Promise<{ name: string | null }> {
  const label = name === null ? null : name.trim();
  if (label === '') throw new DomainError('name.required', { field: 'name' });
  return runFor(catalog, account, opId, {
    name: 'keep-version',
    payload: { id, version, name },
    read: (reader) => readKept(reader, id, version as BlobId, label),
    decide: ({ row, current }) => ({
      event:
        (row.label ?? null) === label
          ? null
          : {
              type: 'catalog.version.named',
              id: id as ElementId,
              blobId: row.blobId,
              label,
              since: row.since ?? row.born,
              current,
            },
      answer: { name: label },
    }),
  });
}

async function readKept(
  reader: Reader,
  id: string,
  blobId: BlobId,
  label: string | null,
): Promise<{ row: FileRow | VersionRow; current: boolean }> {
  const file = await readVersionedFile(reader, id);
  if (file.blobId === blobId) return { row: file, current: true };
  const row = await reader.get(versionId(file.id, blobId));
  if (!row || !isVersion(row)) throw new DomainError('version.not-found', { field: 'version' });
  const named = label === null ? [] : (await readVersions(reader, [file])).filter(isLabelled);
  if (!isLabelled(row) && named.length >= limits.maxNamedVersions)
    throw new DomainError('versions.too-many', { field: 'name' });
  return { row, current: false };
}
