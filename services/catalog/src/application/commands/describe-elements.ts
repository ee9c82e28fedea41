import type { BlobId, DriveId, OpId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { decideDescribeElements, type Derivation, type Described } from '../../domain/describe-elements.js';
import { ownOrigin, type Catalog } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';

export async function describeElements(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  derivations: readonly Derivation[],
): Promise<{ described: number }> {
  let described = 0;
  for (let part = 1; ; part += 1) {
    const partId = part === 1 ? opId : (`${opId}.${part}` as OpId);
    const answer = await describeSome(catalog, drive, partId, derivations);
    described += answer.described;
    if (!answer.more) return { described };
  }
}

function describeSome(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  derivations: readonly Derivation[],
): Promise<Described> {
  const [blobId, ...others] = bytesOf(derivations);
  return catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'describe-elements',
      payload: { derivations },
      ...(blobId && others.length === 0 && { foresees: { blobId } }),
      read: (reader) => readConcerned(reader, derivations),
      decide: (rows) => decideDescribeElements(derivations, rows),
    },
    ownOrigin(),
  );
}

const bytesOf = (derivations: readonly Derivation[]): BlobId[] =>
  derivations.flatMap(({ source }) => ('blobId' in source ? [source.blobId] : []));

/** Elements with these bytes; for an address, the element it was made for and others with that address. */
async function readConcerned(reader: Reader, derivations: readonly Derivation[]): Promise<CatalogRow[]> {
  const [blobId, ...others] = bytesOf(derivations);
  const links = derivations.flatMap(({ source, elementId }) =>
    'url' in source ? [{ url: source.url, elementId }] : [],
  );
  const found: CatalogRow[] = [];
  if (blobId) {
    const same = others.length === 0 ? blobId : { in: [blobId, ...others] };
    found.push(...(await reader.find({ blobId: same })));
  }
  if (links.length > 0) {
    found.push(...(await reader.find({ id: { in: links.map(({ elementId }) => elementId) } })));
    found.push(...(await reader.find({ url: { in: links.map(({ url }) => url) } })));
  }
  return [...new Map(found.map((row) => [row.id, row])).values()];
}
