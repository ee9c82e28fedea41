import type { BlobId, ElementBlobs, ElementId } from '@skyshelf/contracts';
import type { Blob } from './blob.js';
import { problem, type Problem } from './problem.js';
import { referenceId } from './references.js';

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
export const referencesOf = ({ elementId, blobId, derived, size }: ElementBlobs): KeptBlob[] =>
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

/**
 * Finds what is wrong with the blobs that an element names.
 * @param ready blobs of its drive
 * @param referenced ids of the references that are kept
 */
export const problemsOfNamed = (
  named: ElementBlobs,
  ready: ReadonlyMap<BlobId, Blob>,
  referenced: ReadonlySet<string>,
): Problem[] => [
  ...referencesOf(named).flatMap((kept) => {
    const blob = ready.get(kept.blobId);
    return blob ? wrongWith(kept, blob, referenced.has(referenceId(kept))) : [notReady(kept)];
  }),
  ...named.derived
    .filter((made) => named.blobId !== null && ready.get(made.blobId)?.source !== named.blobId)
    .map((made) => notDerived(named.elementId, made)),
];
