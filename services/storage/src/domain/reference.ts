import type { BlobId, ElementId } from '@skyshelf/contracts';

/** That an element names a blob. */
export interface BlobReference {
  blobId: BlobId;
  elementId: ElementId;
}

/** The id of the reference that stands for it. */
export const referenceId = ({ blobId, elementId }: BlobReference): string => `${blobId}.${elementId}`;
