import { blobOfAddress, DomainError, type BlobId } from '@skyshelf/contracts';
import type { Account, Catalog } from '../catalog.js';
import { readAncestors, walkUp, type Reader } from '../slices/read-folder.js';
import { openReader } from '../slices/require-within.js';

export interface ChangedAddresses {
  arrOld: readonly string[];
  arrNew: readonly string[];
}

/** Addresses follow names by themselves; this only checks that they are the caller's. */
export async function checkAddresses(
  catalog: Catalog,
  account: Account,
  { arrOld, arrNew }: ChangedAddresses,
): Promise<void> {
  if (arrOld.length !== arrNew.length)
    throw new DomainError('input.invalid', {
      field: 'arrNew',
      message: 'arrOld and arrNew must have the same length.',
    });
  const named = { arrOld, arrNew };
  const blobs = [...arrOld, ...arrNew].map(blobOfAddress) as (BlobId | null)[];
  const reader = await openReader(catalog, account);
  const own = await readOwnBlobs(reader, [...new Set(blobs.filter((blob) => blob !== null))]);
  for (const [list, addresses] of Object.entries(named)) {
    const stranger = addresses.findIndex((address) => !own.has(blobOfAddress(address) as BlobId));
    if (stranger !== -1) throw new DomainError('file.not-found', { field: `${list}.${stranger}` });
  }
}

export async function addressExists(catalog: Catalog, account: Account, address: string): Promise<boolean> {
  const blob = blobOfAddress(address) as BlobId | null;
  if (blob === null) return false;
  return (await readOwnBlobs(await openReader(catalog, account), [blob])).has(blob);
}

/** Elements that wait to be purged show nothing. */
async function readOwnBlobs(reader: Reader, blobIds: readonly BlobId[]): Promise<Set<BlobId>> {
  const rows = await reader.find({ blobId: { in: blobIds } });
  const contents = new Set(rows.map(({ blobId }) => blobId));
  const others = blobIds.filter((id) => !contents.has(id));
  if (others.length > 0) rows.push(...(await reader.find({ derivedBlobIds: { in: others } })));
  const folders = await readAncestors(reader, rows);
  const shown = rows.filter((row) => walkUp(row, folders) !== null);
  return new Set(
    shown.flatMap(({ blobId, derivedBlobIds }) =>
      blobId === null ? derivedBlobIds : [blobId, ...derivedBlobIds],
    ),
  );
}
