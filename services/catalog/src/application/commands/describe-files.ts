import type { DriveId, OpId } from '@skyshelf/contracts';
import { decideDescribeFiles, type FileDescription } from '../../domain/describe-files.js';
import { ownOrigin, type Catalog } from '../catalog.js';

/** Thumbnails and dimensions enter the drive's stream, up to 100 files at a time. */
export const describeFiles = (
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  descriptions: readonly FileDescription[],
): Promise<{ described: number }> =>
  catalog.store.withDrive(
    drive,
    opId,
    {
      name: 'describe-files',
      payload: { descriptions },
      read: async (reader) => {
        const rows = await reader.find({ id: { in: descriptions.map(({ id }) => id) } });
        return new Map(rows.map((row) => [row.id as string, row]));
      },
      decide: (rows) => decideDescribeFiles(descriptions, rows),
    },
    ownOrigin(),
  );
