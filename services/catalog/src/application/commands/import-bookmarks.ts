import { createHash } from 'node:crypto';
import {
  DomainError,
  limits,
  type BlobId,
  type ElementId,
  type OpId,
  type DriveId,
} from '@skyshelf/contracts';
import { measureBookmarks, type BookmarksExtent } from '../bookmarks/read-bookmarks.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import type { ImportFound, ImportProcess } from '../../domain/long-process.js';
import { requireFolder } from '../../domain/target-folder.js';
import { type Account, type Catalog, ownOrigin } from '../catalog.js';
import type { ImportResult, RefusedPage } from '../import-results.js';
import { processJob, keepWithRoom } from '../processes/stored-processes.js';
import { runFor } from '../run-for.js';
import { readFolder, type Folder, type FolderAddress, type Reader } from '../slices/read-folder.js';

export interface ImportBookmarksInput {
  address: FolderAddress;
  file: string;
  discard: boolean;
}

export type StartedImport = { process: string } & ImportFound;

interface Found {
  blobId: BlobId;
  extent: BookmarksExtent;
  begun: Date;
}

const importIdOf = ({ drive }: Account, opId: OpId): string =>
  createHash('sha256').update(`import:${drive}:${opId}`).digest('base64url').slice(0, 32);

/** Reads the whole file first, to refuse it when there is no room. */
export async function importBookmarks(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, file, discard }: ImportBookmarksInput,
): Promise<StartedImport> {
  const id = importIdOf(account, opId);
  const before = await readBegun(await catalog.store.reader(account.drive), id);
  if (before) return { process: id, ...before };
  const found = await readFile(catalog, account, address, file as ElementId);
  const given = { id, actor: account.sub, file: file as ElementId, discard };
  return runFor<Slice, StartedImport>(catalog, account, opId, {
    name: 'import-bookmarks',
    payload: { address, file, ...(discard && { discard }) },
    read: async (reader) => {
      const target = await readFolder(reader, address);
      return { begun: await readBegun(reader, id), process: () => begin(found, target, given) };
    },
    decide: ({ begun, process }) => {
      const { folders, links, refused } = begun ?? process().found;
      return { event: null, answer: { process: id, folders, links, refused } };
    },
    alongside: async (side, { slice: { begun, process } }) => {
      if (begun) return;
      await keepWithRoom(side, null, process());
      await side.enqueue(processJob({ id }));
    },
  });
}

interface Slice {
  begun: ImportFound | null;
  process(): ImportProcess;
}

async function readBegun(reader: Reader, id: string): Promise<ImportFound | null> {
  const process = await reader.side<ImportProcess>('processes').get(id);
  return (process ?? (await reader.side<ImportResult>('imports').get(id)))?.found ?? null;
}

function begin(
  { blobId, extent, begun }: Found,
  target: Folder,
  given: Pick<ImportProcess, 'id' | 'actor' | 'file' | 'discard'>,
): ImportProcess {
  requireFolder(target);
  const { folders, links, refused } = extent;
  return {
    ...given,
    kind: 'import',
    chunk: 1,
    done: 0,
    blobId,
    charset: extent.charset,
    target: target.folderId,
    depth: target.chain?.length ?? 0,
    begun: begun.toISOString(),
    total: folders + links + refused,
    found: { folders, links, refused },
    reserved: extent.bytes,
    open: [],
    counts: { folders: 0, links: 0, present: 0, refused: 0 },
    ending: null,
  };
}

async function readFile(
  catalog: Catalog,
  { drive }: Account,
  address: FolderAddress,
  file: ElementId,
): Promise<Found> {
  const begun = catalog.clock.now();
  const reader = await catalog.store.reader(drive);
  const { blobId } = await readOwnFile(reader, file);
  const target = await readFolder(reader, address);
  requireFolder(target);
  const depth = target.chain?.length ?? 0;
  const rules = { configured: catalog.settings.videoHosts, now: begun, depth };
  const extent = await measureBookmarks(() => catalog.files.open(blobId), rules);
  if (reader.state().count + extent.folders + extent.links > limits.maxElementsPerDrive)
    throw new DomainError('drive.full');
  return { blobId, extent, begun };
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

/** The number of imports removed in one transaction; the next sweep removes the others. */
const AT_ONCE = 500;

export const forgetImports = (
  { store, clock, ids }: Pick<Catalog, 'store' | 'clock' | 'ids'>,
  drive: DriveId,
): Promise<null> =>
  store.withDrive(
    drive,
    `forget-imports:${ids.next()}` as OpId,
    {
      name: 'forget-imports',
      payload: {},
      read: async (reader) => {
        const all = await reader.side<ImportResult | RefusedPage>('imports').find({});
        return all.filter(({ expires }) => expires <= clock.now()).slice(0, AT_ONCE);
      },
      decide: () => ({ event: null, answer: null }),
      alongside: async (side, { slice }) => {
        for (const { id } of slice) await side.remove('imports', id);
      },
    },
    ownOrigin(false),
  );
