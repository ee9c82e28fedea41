import {
  backoffMs,
  type BlobId,
  DomainError,
  driveId,
  elementId,
  type ElementId,
  type ElementView,
  type ErrorCode,
  type FinishedUpload,
  opId,
  type OpId,
  type OpenShare,
  ROOT_ID,
  type SavedShare,
} from '@skyshelf/contracts';
import { elementName } from '@skyshelf/contracts/rules';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import { z } from 'zod';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { available } from '../../domain/drive-room.js';
import { isFile, type FileRow } from '../../domain/versions.js';
import type { Account, Catalog } from '../catalog.js';
import { addLink, createFolder } from '../commands/add-element.js';
import { admitReceipts } from '../commands/admit-upload.js';
import { startImport } from '../commands/start-import.js';
import { isOutOfSpace } from '../run-for.js';
import { openReader, reachOf } from '../slices/require-within.js';
import { unlessClosed } from '../trash/tend-trash.js';
import { readOpenShare, rowsBelow } from './read-shares.js';

export interface SaveDeps {
  catalog: Catalog;
  enqueue(jobs: readonly JobRequest[]): Promise<void>;
  /** Stores the bytes of a file again, under the grant of another drive. Repeatable. */
  importBlob(blobId: BlobId, grant: string): Promise<Pick<FinishedUpload, 'receipt'>>;
}

/** A link as a visitor has opened it. */
const visited = z.object({ drive: driveId, id: z.string(), generation: z.number().int() });
export type VisitedShare = z.infer<typeof visited>;

const savePayload = z.object({ from: visited, sub: z.string(), folderId: elementId, opId });
type Save = z.infer<typeof savePayload>;

export interface SaveTarget {
  account: Pick<Account, 'drive' | 'sub'>;
  /** Default: the root. */
  folderId?: string | undefined;
}

const SAVE_KIND = 'save-share';
const MOST_SAVED = 5_000;
const MOST_NUMBER = 1_000;
/** All other refusals would come again. */
const ofTheMoment: ReadonlySet<ErrorCode> = new Set([
  'drive.busy',
  'drive.closed',
  'service.unavailable',
  'disk.full',
  'space.held',
  'upload.not-found',
]);
const retryPauses = { firstMs: 1_000, maxMs: 300_000 };

/**
 * Makes the folder; a job fills it.
 * @throws DomainError `share.not-found`; `access.denied` where the link offers no downloads; `selection.too-large`,
 * `space.exceeded`, `folder.not-found`
 */
export async function saveShare(
  deps: SaveDeps,
  from: VisitedShare,
  { account, folderId }: SaveTarget,
  id: OpId,
): Promise<SavedShare> {
  const { catalog } = deps;
  const share = await readVisited(deps, from);
  if (!share) throw new DomainError('share.not-found');
  if (!share.download) throw new DomainError('access.denied');
  const rows = await rowsOf(catalog, share);
  if (rows.length > MOST_SAVED) throw new DomainError('selection.too-large', { field: 'share' });
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  if (bytes > available(await catalog.store.state(account.drive))) throw new DomainError('space.exceeded');
  const { _id, linkname } = await makeFolder(catalog, account, id, { title: share.title, folderId });
  const payload: Save = { from, sub: account.sub, folderId: _id as ElementId, opId: id };
  const key = `${SAVE_KIND}:${account.drive}:${id}`;
  await deps.enqueue([{ key, kind: SAVE_KIND, drive: account.drive, payload }]);
  return { docs: { _id, linkname }, files: rows.filter(isFile).length, bytes };
}

async function readVisited(
  deps: SaveDeps,
  { drive, id, generation }: VisitedShare,
): Promise<OpenShare | null> {
  const share = await readOpenShare(deps, drive, id);
  return share?.generation === generation && !share.receives ? share : null;
}

/** Order: folders before what they hold. */
async function rowsOf(catalog: Catalog, { drive, roots }: OpenShare): Promise<CatalogRow[]> {
  return rowsBelow(await openReader(catalog, reachOf(drive, roots)), MOST_SAVED + 1);
}

/** Named like the link; a taken name gets a number. */
async function makeFolder(
  catalog: Catalog,
  account: Account,
  id: OpId,
  { title, folderId }: { title: string; folderId: string | undefined },
): Promise<Pick<ElementView, '_id' | 'linkname'>> {
  const address = { url: '/', ...(folderId !== undefined && { folderId }) };
  const obj = { linkname: elementName(title).value ?? 'Saved' };
  for (let number = 1; ; number += 1)
    try {
      const input = { address, obj, ...(number > 1 && { number }) };
      return await createFolder(catalog, account, `${id}:${number}` as OpId, input);
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === 'name.exists';
      if (!isTaken || number >= MOST_NUMBER) throw error;
    }
}

/** Ends where the link does. Each element has an opId of its own, so that a repeat makes none twice. */
export const saveKind = (deps: () => SaveDeps): JobKind<unknown> =>
  defineJobKind({
    kind: SAVE_KIND,
    payload: savePayload,
    parallel: 2,
    tries: 20,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
    run: async ({ drive, payload }, { signal }) => {
      if (drive) await unlessClosed(saveElements(deps(), { drive, sub: payload.sub }, payload, signal));
    },
  });

export async function saveElements(
  deps: SaveDeps,
  account: Account,
  { from, folderId, opId: id }: Save,
  signal: AbortSignal,
): Promise<void> {
  const begun = await readVisited(deps, from);
  const rows = begun ? await rowsOf(deps.catalog, begun) : [];
  const folders = new Map<ElementId, ElementId>([[ROOT_ID, folderId]]);
  for (const row of rows) {
    signal.throwIfAborted();
    const into = folders.get(row.parentId);
    if (into === undefined) continue;
    if (!(await readVisited(deps, from))?.download) return;
    try {
      const made = await saveElement(deps, account, `${id}:${row.id}` as OpId, row, into);
      if (made) folders.set(row.id, made);
    } catch (error) {
      // What this drive refuses is left out.
      if (!(error instanceof DomainError) || ofTheMoment.has(error.code)) throw error;
      if (isOutOfSpace(error)) return;
    }
  }
}

/** @returns the id of a folder */
async function saveElement(
  deps: SaveDeps,
  account: Account,
  id: OpId,
  row: CatalogRow,
  folderId: ElementId,
): Promise<ElementId | null> {
  const address = { url: '/', folderId };
  const { name: linkname, kind: linktype, url: linkurl } = row;
  if (row.class === 'folder')
    return (await createFolder(deps.catalog, account, id, { address, obj: { linkname } }))._id as ElementId;
  if (isFile(row)) await saveFile(deps, account, id, row, folderId);
  else await addLink(deps.catalog, account, id, { address, obj: { linkname, linktype, linkurl } });
  return null;
}

async function saveFile(
  { catalog, importBlob }: SaveDeps,
  account: Account,
  id: OpId,
  { name, size, kind: type, source, modified, blobId }: FileRow,
  folderId: ElementId,
): Promise<void> {
  const { leave } = await startImport(catalog, account, id, {
    address: { url: '/', folderId },
    file: { name, size, type, source: source ?? 'device', modified: dateOf(modified) },
    conflict: 'number',
  });
  if (!leave) return;
  const { receipt } = await importBlob(blobId, leave.grant);
  await admitReceipts(catalog, account, [receipt]);
}

const dateOf = (modified: string | undefined): number | undefined =>
  modified === undefined ? undefined : Date.parse(modified);
