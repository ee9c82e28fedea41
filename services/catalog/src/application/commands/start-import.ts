import { limits, type ImportGrant, type OpId, type Warning } from '@skyshelf/contracts';
import type { RequestedFile } from '../../domain/planned-upload.js';
import type { Account, Catalog } from '../catalog.js';
import type { FolderAddress } from '../slices/read-folder.js';
import { roomForImport } from './import-room.js';
import { decideOn, planUploads, uploadIdFor } from './start-upload.js';

export interface StartImportInput {
  address: FolderAddress;
  /** Size null: its source does not say. */
  file: Omit<RequestedFile, 'size'> & { size: number | null };
}

export interface StartImportAnswer {
  leave?: { uploadId: string; name: string; grant: string; expires: number };
  warnings: Warning[];
}

/** Complete bytes are admitted though the news comes late. */
const ADMISSION_MS = 3600_000;

/**
 * The same opId gets the same upload.
 * @throws DomainError folder.not-found, folder.copying, depth.exceeded
 */
export async function startImport(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, file }: StartImportInput,
): Promise<StartImportAnswer> {
  const upTo = file.size === null;
  const id = uploadIdFor(account, opId, 0, address, { ...file, size: file.size ?? -1 });
  const room = upTo ? await roomForImport(catalog, account, id) : null;
  const size = room?.kept ?? file.size ?? 0;
  const planned = planUploads(catalog, [{ ...file, size }], () => id).map((each) => ({ ...each, upTo }));
  const keepForMs = limits.importMs + ADMISSION_MS;
  const { folderId, quota, started } = await decideOn(catalog, account, opId, {
    ...{ address, planned, keepForMs },
    conflict: 'skip',
  });
  const [granted] = started.granted;
  if (!granted) return { warnings: started.warnings };
  const { uploadId, name, contentType, source } = granted;
  const expires = catalog.clock.now().getTime() + limits.importMs;
  const grant: ImportGrant = {
    kind: 'import-grant',
    ...{ uploadId, folderId, name, contentType, source, quota, upTo, expires },
    size: Math.max(granted.size, room?.most ?? 0),
    drive: account.drive,
    user: account.sub,
  };
  return {
    leave: { uploadId, name, grant: catalog.signer.sign(grant), expires },
    warnings: started.warnings,
  };
}
