import type { DriveId } from '@skyshelf/contracts';
import type { DriveCollections } from './collections.js';
import { idsUnder } from './documents.js';

/**
 * Removes the rows that a drive had before generation `upTo`. Rows of later ones stay: another rebuild is writing them, or the drive is read by them
 * already.
 */
export async function retireGenerations(
  { elements }: Pick<DriveCollections, 'elements'>,
  drive: DriveId,
  upTo: number,
): Promise<void> {
  const { $lt } = idsUnder(drive);
  let after = `${drive}:`;
  for (;;) {
    const first = await elements.findOne(
      { _id: { $gte: after, $lt } },
      { sort: { _id: 1 }, projection: { driveKey: 1 } },
    );
    if (!first) return;
    const ids = idsUnder(first.driveKey);
    if (Number(first.driveKey.slice(drive.length + 1)) < upTo) await elements.deleteMany({ _id: ids });
    after = ids.$lt;
  }
}
