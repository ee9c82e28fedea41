import type { DriveId } from '@skyshelf/contracts';
import type { DriveCollections } from './collections.js';
import { idsUnder } from './documents.js';

/** Later generations stay: another rebuild may be writing them, or they are live. */
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
