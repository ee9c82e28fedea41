import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';

/** Bytes of a file and what the user calls it. */
export interface ShownFile {
  blobId: BlobId;
  name: string;
  /** Seconds since the epoch. */
  born: number;
}

/** An element below a folder. */
export interface TreeEntry {
  /** Which folder holds it: 0 is the one that was asked for, n the n-th folder that has come since. */
  folder: number;
  name: string;
  /** null for a folder. */
  blobId: BlobId | null;
  born: number;
}

/** What a folder holds at one moment, at whatever depth. */
export interface FolderTree {
  /** The folder itself; null at the top of the drive. */
  top: { name: string; born: number } | null;
  /** Of the drive. */
  version: number;
  /** How many elements the drive has in all; absent where catalog does not tell it. */
  elements?: number | undefined;
  /** A folder comes before what it holds, and what it holds comes in one piece. Links are left out: they have no bytes. */
  entries: AsyncIterable<readonly TreeEntry[]>;
}

/** The names and folders of a drive, as catalog knows them. */
export interface ShownFiles {
  version(drive: DriveId): Promise<number>;
  /** The files that show these bytes, under the name that is said where there are several; null where none does. */
  files(
    drive: DriveId,
    asked: readonly { blobId: BlobId; name: string }[],
  ): Promise<{ version: number; files: readonly (ShownFile | null)[] }>;
  /** @throws DomainError `folder.not-found` */
  folder(drive: DriveId, folderId: ElementId): Promise<FolderTree>;
}
