import type { BlobId, DriveId, ElementBlobs, ElementId } from '@skyshelf/contracts';
import type { Blob } from '../../domain/blob.js';
import { referenceId } from '../../domain/references.js';
import type { Storage } from '../storage.js';
import { problem, type Problem } from './problem.js';

interface KeptBlob {
  elementId: ElementId;
  blobId: BlobId;
  size: number;
}

const notReady = ({ elementId, blobId }: KeptBlob): Problem =>
  problem('named-blob-is-ready', `${elementId} names the blob ${blobId}, which is not ready.`, {
    elementId,
    blobId,
  });

const notDerived = (elementId: ElementId, { kind, blobId }: ElementBlobs['derived'][number]): Problem =>
  problem('derived-is-ready', `${elementId} has a ${kind} ${blobId} that is not there.`, {
    elementId,
    blobId,
  });

/** Of a link, what was made from its address. */
const keptOf = ({ elementId, blobId, derived, size }: ElementBlobs): KeptBlob[] =>
  blobId === null
    ? derived.map((made) => ({ elementId, blobId: made.blobId, size: made.bytes }))
    : [{ elementId, blobId, size }];

function wrongWith({ elementId, blobId, size }: KeptBlob, blob: Blob, kept: boolean): Problem[] {
  const about = { elementId, blobId };
  const wrong: Problem[] = [];
  if (blob.size !== size) {
    const message = `${elementId} has ${size} bytes, its blob ${blobId} ${blob.size}.`;
    wrong.push(problem('named-blob-is-whole', message, about));
  }
  if (!kept)
    wrong.push(
      problem('named-blob-is-kept', `${elementId} names the blob ${blobId} without a reference.`, about),
    );
  return wrong;
}

/** Each is ready, the drive's, of the element's size and referenced. */
export async function checkNamed(
  { checked }: Pick<Storage, 'checked'>,
  drive: DriveId,
  named: readonly ElementBlobs[],
): Promise<Problem[]> {
  const ids = named.flatMap((each) => [
    ...keptOf(each).map(({ blobId }) => blobId),
    ...each.derived.map(({ blobId }) => blobId),
  ]);
  const found = new Map((await checked.readyOf(drive, ids)).map((blob) => [blob._id, blob]));
  const referenced = await checked.kept(named.flatMap(keptOf));
  return named
    .flatMap((each) => [
      ...keptOf(each).flatMap((kept) => {
        const blob = found.get(kept.blobId);
        return blob ? wrongWith(kept, blob, referenced.has(referenceId(kept))) : [notReady(kept)];
      }),
      ...each.derived
        .filter((made) => each.blobId !== null && found.get(made.blobId)?.source !== each.blobId)
        .map((made) => notDerived(each.elementId, made)),
    ])
    .map((wrong) => ({ ...wrong, about: { drive, ...wrong.about } }));
}
