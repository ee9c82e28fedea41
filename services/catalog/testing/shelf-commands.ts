import {
  DomainError,
  uploadGrant,
  type BlobId,
  type ElementId,
  type UploadReceipt,
} from '@skyshelf/contracts';
import { addElement } from '#src/application/commands/add-element.js';
import { admitReceipts } from '#src/application/commands/admit-upload.js';
import { deleteElements } from '#src/application/commands/delete-elements.js';
import { describeElements } from '#src/application/commands/describe-elements.js';
import { editElement } from '#src/application/commands/edit-element.js';
import { pasteElements, type PasteAnswer } from '#src/application/commands/paste-elements.js';
import { purgeChunk, planPurge } from '#src/application/processes/continue-deletion.js';
import { startUpload } from '#src/application/commands/start-upload.js';
import { readAllRows } from '#src/application/reads/check-drive.js';
import type { CatalogRow } from '#src/domain/catalog-row.js';
import type { PasteAction } from '#src/domain/paste-elements.js';
import type { PurgeProcess } from '#src/domain/long-process.js';
import type { Account, Catalog } from '#src/application/catalog.js';
import type { TestDrive } from './catalog-subject.js';
import { aDerivation, idOf } from './facts.js';

/** An element where it stands; `path` of folded names, folders end with `/`. */
export interface Standing {
  path: string;
  row: CatalogRow;
}

/** All elements that reach the root, by path. */
export async function standing(drive: {
  catalog: Pick<Catalog, 'store'>;
  account: Account;
}): Promise<Standing[]> {
  const rows = await readAllRows(drive.catalog, drive.account.drive);
  const byId = new Map(rows.map((row) => [row.id as string, row]));
  const pathOf = (row: CatalogRow): string | null => {
    const parent =
      row.parentId === 'root' ? '/' : byId.get(row.parentId) && pathOf(byId.get(row.parentId) as CatalogRow);
    return parent ? parent + row.nameKey + (row.class === 'folder' ? '/' : '') : null;
  };
  return rows.flatMap((row) => {
    const path = pathOf(row);
    return path === null ? [] : [{ path, row }];
  });
}

/** The code of a refusal, or `ok`. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

export const addTo = (
  drive: TestDrive,
  folderId: string,
  linkname: string,
  kind: 'folder' | 'link',
  linktag: string[],
): Promise<unknown> =>
  addElement(drive.catalog, drive.account, drive.opId(), {
    address: { url: '/', folderId },
    obj: {
      linkname,
      linktag,
      ...(kind === 'folder'
        ? { linktype: 'folder' }
        : { linktype: 'website', linkurl: 'https://example.com/' }),
    },
  });

/** Starts an upload, imagines its bytes and admits it. */
export async function uploadTo(
  drive: TestDrive,
  folderId: string,
  name: string,
  size: number,
  how: HowUploaded = {},
): Promise<string> {
  const begun = await beginUpload(drive, folderId, name, size, how);
  return typeof begun === 'string' ? begun : begun.finish();
}

export interface HowUploaded {
  conflict?: 'number' | 'replace';
  replaces?: ElementId;
  type?: string;
}

/** Starts an upload whose bytes come later; the code of a refusal. */
export async function beginUpload(
  drive: TestDrive,
  folderId: string,
  name: string,
  size: number,
  { conflict, replaces, type = 'image/png' }: HowUploaded = {},
): Promise<string | { blobId: BlobId; finish(): Promise<string> }> {
  const { catalog, account } = drive;
  const files = [{ name, size, type, source: 'device', ...(replaces && { replaces }) }];
  const { docs, warnings } = await startUpload(catalog, account, drive.opId(), {
    address: { url: '/', folderId },
    files,
    conflict,
  });
  const [started] = docs;
  if (!started) return warnings[0]?.code ?? 'none';
  const {
    expires: _,
    kind: __,
    quota: ___,
    user: ____,
    started: _____,
    modified: ______,
    ...grant
  } = uploadGrant.parse(catalog.signer.open(started.grant));
  const blobId = `b-${started.uploadId}` as BlobId;
  const receipt: UploadReceipt = {
    ...grant,
    kind: 'upload-receipt',
    blobId,
    contentType: type,
    sha256: null,
    width: 1,
    height: 1,
    expires: Number.MAX_SAFE_INTEGER,
  };
  return {
    blobId,
    finish: async () => {
      const admitted = await admitReceipts(catalog, account, [catalog.signer.sign(receipt)]);
      return admitted.warnings[0]?.code ?? 'ok';
    },
  };
}

export const edit = (
  drive: TestDrive,
  row: CatalogRow,
  linkname: string,
  linktag: string[],
): Promise<unknown> =>
  editElement(drive.catalog, drive.account, drive.opId(), { id: row.id, linkname, linktag });

export const remove = (drive: TestDrive, ids: readonly string[]): Promise<{ deletedCount: number }> =>
  deleteElements(drive.catalog, drive.account, drive.opId(), ids);

export const paste = (
  { catalog, account, opId }: TestDrive,
  action: PasteAction,
  folderId: string,
  ...ids: string[]
): Promise<PasteAnswer> =>
  pasteElements(catalog, account, opId(), {
    address: { url: '/', folderId: idOf(folderId) },
    ids: ids.map(idOf),
    action,
  });

export const describeFile = (drive: TestDrive, { id, blobId, url }: CatalogRow): Promise<unknown> =>
  describeElements(drive.catalog, drive.account.drive, drive.opId(), [
    aDerivation(id, { source: blobId === null ? { url: url ?? '' } : { blobId }, elementId: id }),
  ]);

/** The next chunk of every deletion under way; whether there was one. */
export async function purgeOnce({ catalog, account }: TestDrive): Promise<boolean> {
  const reader = await catalog.store.reader(account.drive);
  const processes = await reader.side<PurgeProcess>('processes').find({ kind: 'purge' });
  for (const process of processes) {
    const { value } = await planPurge(catalog, account.drive, process).next();
    if (value) await purgeChunk(catalog, account.drive, process.id, process.chunk, value);
  }
  return processes.length > 0;
}
