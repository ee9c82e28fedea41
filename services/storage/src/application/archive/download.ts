import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { blobOfAddress, DomainError, limits, type BlobId, type ElementId } from '@skyshelf/contracts';
import type { Caller, Reach } from '@skyshelf/tokens';
import { safeName } from '../../domain/archive/entry-names.js';
import { displayName } from '../../domain/disposition.js';
import type { RangeRequest } from '../../domain/range-request.js';
import { directAddress, rangedAnswer, type FileAnswer, blobAnswer, ownBlob } from '../read-file.js';
import type { Hidden } from '../ports.js';
import type { Storage } from '../storage.js';
import { archiveBytes, archiveUnderWay, type ArchiveSources, joinSmallChunks } from './archive-bytes.js';
import type { KeptArchive } from './kept-archives.js';
import { KEEP_LIST_MS, listArchive, ListUnderWay } from './list-archive.js';
import { DRIVE_NAME, filePaths } from '../../domain/archive/tree-paths.js';
import { treePaths } from './listing.js';

export interface DownloadRequest extends RangeRequest {
  keys: readonly { field: string; address: string }[];
  folder: ElementId | undefined;
  /** It asks for deleted files, or earlier versions of files. */
  hidden: Hidden | undefined;
  headOnly: boolean;
  /** Redirects to another origin are followed. */
  goesElsewhere: boolean;
}

export type DownloadAnswer = (FileAnswer & { name: string }) | { address: string };

export async function download(
  storage: Storage,
  caller: Caller,
  request: DownloadRequest,
): Promise<DownloadAnswer> {
  const { keys, folder, hidden } = request;
  if (keys.length > limits.maxDownloadFiles) throw new DomainError('download.too-many');
  if ((folder === undefined) === (keys.length === 0))
    throw new DomainError('input.invalid', { field: 'key0', message: 'Give `key0`, `key1` … or `folder`.' });
  if (folder !== undefined && hidden === 'versions')
    throw new DomainError('input.invalid', { field: 'version', message: 'A folder has no versions.' });
  if (folder !== undefined)
    return archiveAnswer(storage, caller, request, `${hidden ?? 'folder'} ${folder}`, () =>
      folderArchive(storage, caller, folder, hidden === 'trash'),
    );
  const asked = askedFiles(keys);
  const [only] = asked;
  if (only && asked.length === 1) return fileAnswer(storage, caller, request, only);
  const ask = `${hidden ? asks[hidden] : 'files'} ${digest(asked)}`;
  return archiveAnswer(storage, caller, request, ask, () => filesArchive(storage, caller, asked, hidden));
}

const asks: Readonly<Record<Hidden, string>> = { trash: 'trashed', versions: 'versions' };

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

interface AskedFile {
  blobId: BlobId;
  name: string;
  field: string;
}

function askedFiles(keys: DownloadRequest['keys']): AskedFile[] {
  const asked = keys.map(({ field, address }) => {
    const blobId = blobOfAddress(address) as BlobId | null;
    if (blobId === null) throw new DomainError('file.not-found', { field });
    return { blobId, name: displayName(address), field };
  });
  return [...new Map(asked.map((each) => [`${each.blobId} ${each.name}`, each])).values()];
}

async function fileAnswer(
  storage: Storage,
  caller: Caller,
  request: DownloadRequest,
  asked: AskedFile,
): Promise<DownloadAnswer> {
  const { files } = await shown(storage, caller, [asked], request.hidden);
  const blob = await ownBlob(storage, caller, asked.blobId);
  const name = files[0]?.name ?? asked.name;
  const answer = blobAnswer(storage, blob, request);
  const { headOnly, goesElsewhere, ifRange } = request;
  const address =
    goesElsewhere && !headOnly && !caller.scope
      ? await directAddress(storage, blob, answer, { name, ifRange })
      : null;
  return address === null ? { ...answer, name } : { address };
}

/** @throws DomainError `file.not-found`: no element of the caller's shows it */
async function shown({ shownFiles }: Storage, reach: Reach, asked: readonly AskedFile[], hidden?: Hidden) {
  const { version, files } = await shownFiles.files(
    reach,
    asked.map(({ blobId, name }) => ({ blobId, name })),
    hidden,
  );
  const found = files.map((file, index) => {
    if (file === null) throw new DomainError('file.not-found', { field: asked[index]?.field });
    return file;
  });
  return { version, files: found };
}

async function filesArchive(storage: Storage, caller: Caller, asked: readonly AskedFile[], hidden?: Hidden) {
  const { version, files } = await shown(storage, caller, asked, hidden);
  return { version, name: `${DRIVE_NAME}.zip`, entries: Readable.from([filePaths(files)]) };
}

async function folderArchive({ shownFiles }: Storage, reach: Reach, folder: ElementId, trash: boolean) {
  const tree = await shownFiles.folder(reach, folder, trash);
  const name = `${safeName(tree.top?.name ?? DRIVE_NAME)}.zip`;
  return { version: tree.version, name, entries: treePaths(tree), atMost: tree.elements };
}

type Making = () => Promise<Omit<Parameters<typeof listArchive>[1], 'drive' | 'ask'>>;

async function archiveAnswer(
  storage: Storage,
  { drive, scope }: Caller,
  request: DownloadRequest,
  wanted: string,
  make: Making,
): Promise<DownloadAnswer> {
  const ask = scope?.roots ? `${wanted} within ${digest(scope.roots)}` : wanted;
  const list =
    // What a scope no longer reaches is not continued.
    (scope ? null : await continued(storage, drive, request, ask)) ??
    (await listNow(storage, drive, request, { ask, make }));
  return list instanceof ListUnderWay ? begunAnswer(storage, list) : keptAnswer(storage, list, request);
}

export function keptAnswer(
  sources: ArchiveSources,
  list: KeptArchive,
  request: RangeRequest,
): FileAnswer & { name: string } {
  const { layout, tag, name } = list;
  const described = { ...archiveOf(tag), size: layout.size };
  const whole = { start: 0, end: layout.size - 1 };
  return {
    ...rangedAnswer(described, request, async (range = whole) =>
      sentBytes(archiveBytes(sources, list, range)),
    ),
    name,
  };
}

const sentBytes = (chunks: AsyncIterable<Buffer>): Readable =>
  Readable.from(joinSmallChunks(chunks), { objectMode: false });

const archiveOf = (tag: string) => ({ etag: `"${tag}"`, type: 'application/zip', modified: null });

const begunAnswer = (storage: Storage, list: ListUnderWay): DownloadAnswer => ({
  ...archiveOf(list.id),
  status: 200,
  size: null,
  name: list.name,
  open: async () => sentBytes(archiveUnderWay(storage, list)),
});

function listNow(
  storage: Storage,
  drive: KeptArchive['drive'],
  { range, headOnly }: DownloadRequest,
  asked: { ask: string; make: Making },
): Promise<KeptArchive | ListUnderWay> {
  const begun = Promise.withResolvers<ListUnderWay>();
  const begin = range === undefined && !headOnly ? begun.resolve : undefined;
  const whole = storage.listing.run(drive, () => currentList(storage, drive, { ...asked, begin }));
  return Promise.race([whole, begun.promise]);
}

/** The tree may have changed since, so by ETag, else the newest. */
async function continued(
  { archives, clock }: Storage,
  drive: KeptArchive['drive'],
  { range, ifRange }: RangeRequest,
  ask: string,
): Promise<KeptArchive | null> {
  if (range === undefined) return null;
  if (ifRange === undefined) return archives.newest(drive, ask, clock.now());
  const tag = /^"([\w-]{1,64})"$/.exec(ifRange)?.[1];
  return tag === undefined ? null : archives.tagged(drive, ask, tag, clock.now());
}

async function currentList(
  storage: Storage,
  drive: KeptArchive['drive'],
  { ask, make, begin }: { ask: string; make: Making; begin: ((list: ListUnderWay) => void) | undefined },
): Promise<KeptArchive> {
  const { archives, clock, shownFiles } = storage;
  const newest = await archives.newest(drive, ask, clock.now());
  if (newest && newest.version === (await shownFiles.version(drive))) {
    await archives.prolong(newest._id, new Date(clock.now().getTime() + KEEP_LIST_MS));
    return newest;
  }
  return listArchive(storage, { drive, ask, ...(await make()) }, { begin });
}
