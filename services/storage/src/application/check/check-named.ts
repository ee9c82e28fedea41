import type { DriveId, ElementBlobs } from '@skyshelf/contracts';
import { problemsOfNamed, referencesOf } from '../../domain/named-blobs.js';
import type { Problem } from '../../domain/problem.js';
import type { Storage } from '../storage.js';

/** Each is ready, the drive's, of the element's size and referenced. */
export async function checkNamed(
  { checked }: Pick<Storage, 'checked'>,
  drive: DriveId,
  named: readonly ElementBlobs[],
): Promise<Problem[]> {
  const references = named.flatMap(referencesOf);
  const ids = [
    ...references.map(({ blobId }) => blobId),
    ...named.flatMap(({ derived }) => derived.map(({ blobId }) => blobId)),
  ];
  const ready = new Map((await checked.readyOf(drive, ids)).map((blob) => [blob._id, blob]));
  const referenced = await checked.kept(references);
  return named
    .flatMap((each) => problemsOfNamed(each, ready, referenced))
    .map((wrong) => ({ ...wrong, about: { drive, ...wrong.about } }));
}
