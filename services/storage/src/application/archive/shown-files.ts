import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';

export interface ShownFile {
  blobId: BlobId;
  name: string;
  born: number;
}

export interface TreeEntry {
  /** 0 is the one that was asked for, n the n-th folder that has come since. */
  folder: number;
  name: string;
  blobId: BlobId | null;
  born: number;
}

/** At one moment, at any depth. */
export interface FolderTree {
  top: { name: string; born: number } | null;
  version: number;
  /** Of the drive; absent where catalog does not tell. */
  elements?: number | undefined;
  /** A folder comes before its contents, and those in one piece. No links: they have no bytes. */
  entries: AsyncIterable<readonly TreeEntry[]>;
}

export interface ShownFiles {
  version(drive: DriveId): Promise<number>;
  /** Under the name asked for where there are several; null where none shows the bytes. */
  files(
    drive: DriveId,
    asked: readonly { blobId: BlobId; name: string }[],
  ): Promise<{ version: number; files: readonly (ShownFile | null)[] }>;
  /** @throws DomainError `folder.not-found` */
  folder(drive: DriveId, folderId: ElementId): Promise<FolderTree>;
}
