import type { BlobId, DriveId } from '@skyshelf/contracts';
import type { Contents } from '../blobs.js';
import type { Storage } from '../storage.js';

/** Questions to the object store. */
const AT_ONCE = 16;

/** Recorded as whole and really in the store. */
export async function readableFiles(
  { blobs, objects }: Pick<Storage, 'blobs' | 'objects'>,
  drive: DriveId,
  blobIds: readonly BlobId[],
): Promise<Contents> {
  const recorded = [...(await blobs.contents(drive, blobIds))];
  const there: typeof recorded = [];
  for (let at = 0; at < recorded.length; at += AT_ONCE) {
    const some = recorded.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map(([id]) => objects.head(id)));
    there.push(...some.filter(([, { size }], index) => found[index]?.size === size));
  }
  return new Map(there);
}
