import type { BlobId, ElementId } from '@skyshelf/contracts';

/** That an element names a blob. */
export interface Naming {
  blobId: BlobId;
  elementId: ElementId;
}

/** The id of the reference that stands for it. */
export const referenceId = ({ blobId, elementId }: Naming): string => `${blobId}.${elementId}`;
