import { DomainError, limits, type BlobId, type ElementId, type OpId } from '@skyshelf/contracts';
import {
  measureBookmarks,
  type BookmarksExtent,
} from '../../domain/bookmarks/read-bookmarks.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { ImportProcess } from '../../domain/long-process.js';
import { requireFolder } from '../../domain/target-folder.js';
import type { Account, Catalog } from '../catalog.js';
import { processJob } from '../processes/begin-process.js';
import { keepWithRoom } from '../processes/keep-room.js';
import { runFor } from '../run-for.js';
import { readFolder, type Folder, type FolderAddress, type Reader } from '../slices/read-folder.js';

export interface ImportBookmarksInput {
  address: FolderAddress;
  /** The uploaded file. */
  file: string;
  /** Whether it is deleted in the end. */
  discard: boolean;
}

export type StartedImport = { process: string } & Pick<BookmarksExtent, 'folders' | 'links' | 'refused'>;

/** What was found in the file, outside of any transaction. */
type Found = { blobId: BlobId; extent: BookmarksExtent; begun: Date } | { refusal: DomainError };

/**
 * Begins to bring the bookmarks of a file into a folder. All of it is read once before, so that it is refused when there is no room.
 */
export async function importBookmarks(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, file, discard }: ImportBookmarksInput,
): Promise<StartedImport> {
  const found = await readFile(catalog, account, address, file as ElementId);
  let begun: ImportProcess | null = null;
  return runFor(catalog, account, opId, {
    name: 'import-bookmarks',
    payload: { address, file, ...(discard && { discard }) },
    read: (reader) => readFolder(reader, address),
    decide: (target, { newId }) => {
      // A repeat has its answer before it comes here, also when the file is gone by now.
      if ('refusal' in found) throw found.refusal;
      begun = begin(found, target, { id: newId(), actor: account.sub, file: file as ElementId, discard });
      const { folders, links, refused } = found.extent;
      return { event: null, answer: { process: begun.id, folders, links, refused } };
    },
    alongside: async (side) => {
      if (!begun) return;
      await keepWithRoom(side, null, begun);
      await side.enter(processJob(begun));
    },
  });
}

function begin(
  { blobId, extent, begun }: Exclude<Found, { refusal: DomainError }>,
  target: Folder,
  given: Pick<ImportProcess, 'id' | 'actor' | 'file' | 'discard'>,
): ImportProcess {
  requireFolder(target);
  return {
    ...{ ...given, kind: 'import', chunk: 1, done: 0, blobId, charset: extent.charset },
    ...{ target: target.folderId, depth: target.chain?.length ?? 0, begun: begun.toISOString() },
    total: extent.folders + extent.links + extent.refused,
    reserved: extent.bytes,
    ...{ open: [], counts: { folders: 0, links: 0, present: 0, refused: 0 }, ending: null },
  };
}

async function readFile(
  catalog: Catalog,
  { drive }: Account,
  address: FolderAddress,
  file: ElementId,
): Promise<Found> {
  const begun = catalog.clock.now();
  try {
    const reader = await catalog.store.reader(drive);
    const { blobId } = await readOwnFile(reader, file);
    const target = await readFolder(reader, address);
    requireFolder(target);
    const rules = {
      configured: catalog.settings.videoHosts,
      now: begun,
      depth: target.chain?.length ?? 0,
    };
    const extent = await measureBookmarks(() => catalog.files.open(blobId), rules);
    const { count } = reader.state();
    if (count + extent.folders + extent.links > limits.maxElementsPerDrive)
      throw new DomainError('drive.full');
    return { blobId, extent, begun };
  } catch (refusal) {
    if (refusal instanceof DomainError) return { refusal };
    throw refusal;
  }
}

async function readOwnFile(reader: Reader, file: ElementId): Promise<CatalogRow & { blobId: BlobId }> {
  const row = await reader.get(file);
  const above = row && (await reader.ancestors(file));
  if (!row || !above || row.blobId === null) throw new DomainError('element.not-found', { field: 'file' });
  if (row.size > limits.maxBookmarksBytes)
    throw new DomainError('file.too-large', {
      field: 'file',
      message: 'A file of bookmarks can have at most 64 MB.',
    });
  return { ...row, blobId: row.blobId };
}
