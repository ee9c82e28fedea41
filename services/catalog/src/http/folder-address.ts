import type { FolderAddress } from '../application/slices/read-folder.js';

export const addressIn = ({
  url,
  folderId,
}: {
  url: string;
  folderId?: string | undefined;
}): FolderAddress => ({
  url,
  ...(folderId !== undefined && { folderId }),
});
