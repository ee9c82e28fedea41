import type { DriveId, OpId } from '@skyshelf/contracts';
import { decideDescribeFiles, type Described, type FileDescription } from '../../domain/describe-files.js';
import { ownOrigin, type Catalog } from '../catalog.js';

/** Thumbnails and dimensions enter the drive's stream, up to 100 elements at a time. */
export async function describeFiles(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  descriptions: readonly FileDescription[],
): Promise<{ described: number }> {
  let described = 0;
  for (let part = 1; ; part += 1) {
    const partId = part === 1 ? opId : (`${opId}.${part}` as OpId);
    const answer = await describeSome(catalog, drive, partId, descriptions);
    described += answer.described;
    if (!answer.more) return { described };
  }
}

const describeSome = (
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  descriptions: readonly FileDescription[],
): Promise<Described> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'describe-files',
      payload: { descriptions },
      read: (reader) => reader.find({ blobId: { in: descriptions.map(({ blobId }) => blobId) } }),
      decide: (rows) => decideDescribeFiles(descriptions, rows),
    },
    ownOrigin(),
  );
