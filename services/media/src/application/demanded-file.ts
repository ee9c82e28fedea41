import { blobOfAddress, DomainError, withFieldNames, type BlobId, type DriveId } from '@skyshelf/contracts';
import type { Elements, OwnElement } from './ports.js';

/** The address is a second check. */
export interface FileNamed {
  id: string;
  linkurl: string;
}

export type OwnFile = OwnElement & { blobId: BlobId };

/** @throws DomainError element.not-found; input.invalid for a folder or a link */
export async function ownFile(elements: Elements, drive: DriveId, id: string): Promise<OwnFile> {
  const found = await withFieldNames({ elementId: 'id' }, () => elements.own(drive, id));
  const { blobId, ...element } = found;
  if (blobId === null)
    throw new DomainError('input.invalid', { field: 'id', message: 'Only uploaded files are converted.' });
  return { ...element, blobId };
}

/** @throws DomainError as `ownFile`; input.invalid for the address of something else */
export async function demandedFile(
  elements: Elements,
  drive: DriveId,
  { id, linkurl }: FileNamed,
): Promise<OwnFile> {
  const file = await ownFile(elements, drive, id);
  if (blobOfAddress(linkurl) === file.blobId) return file;
  throw new DomainError('input.invalid', {
    field: 'linkurl',
    message: 'This is not the address of the file.',
  });
}
