import { limits, type ImportGrant, type OpId, type Warning, type UploadId } from '@skyshelf/contracts';
import type { RequestedFile } from '../../domain/start-upload.js';
import { type Account, type Catalog, ownOrigin, reserve } from '../catalog.js';
import type { FolderAddress, Reader } from '../slices/read-folder.js';
import { decideOn, planUploads, uploadIdFor } from './start-upload.js';
import { available, freeNow, type Reservation, sharedRoom } from '../../domain/drive-room.js';
import { purgeHeldDeletions } from '../run-for.js';
import type { UploadConflict } from '../../domain/free-names.js';

export interface StartImportInput {
  address: FolderAddress;
  /** Size null: its source does not say. */
  file: Omit<RequestedFile, 'size'> & { size: number | null };
  /** Default: a taken name is refused. */
  conflict?: UploadConflict | undefined;
}

export interface StartImportAnswer {
  leave?: { uploadId: string; name: string; grant: string; expires: number };
  warnings: Warning[];
}

/** Complete bytes are admitted though the news comes late. */
const ADMISSION_MS = 3600_000;

/** The same opId gets the same upload. */
export async function startImport(
  catalog: Catalog,
  account: Account,
  opId: OpId,
  { address, file, conflict = 'skip' }: StartImportInput,
): Promise<StartImportAnswer> {
  const upTo = file.size === null;
  const id = uploadIdFor(account, opId, 0, address, { ...file, size: file.size ?? -1 });
  const room = upTo ? await roomForImport(catalog, account, id) : null;
  const size = room?.kept ?? file.size ?? 0;
  const planned = planUploads(catalog, [{ ...file, size }], () => id).map((each) => ({ ...each, upTo }));
  const keepForMs = limits.importMs + ADMISSION_MS;
  const { folderId, quota, started } = await decideOn(catalog, account, opId, {
    ...{ address, planned, keepForMs },
    conflict,
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
    ...(conflict === 'number' && { conflict }),
    ...(conflict === 'replace' && { replace: true as const }),
  };
  return {
    leave: { uploadId, name, grant: catalog.signer.sign(grant), expires },
    warnings: started.warnings,
  };
}

interface ImportRoom {
  kept: number;
  /** May exceed `kept` where others of the sort end with less, or the trash gives way. */
  most: number;
}

/**
 * All free room, shared with imports of the same sort. At least one byte: a full drive reports that itself.
 */
async function roomForImport(catalog: Catalog, { drive }: Account, id: UploadId): Promise<ImportRoom> {
  if (available(await catalog.store.state(drive)) === 0) await purgeHeldDeletions(catalog, drive);
  const reader = await catalog.store.reader(drive);
  const others = await othersOf(reader, id, catalog.clock.now());
  const pool = others.reduce((sum, { bytes }) => sum + bytes, available(reader.state()));
  const own = await reader.side<Reservation>('reservations').get(id);
  const most = Math.min(pool + (own?.bytes ?? 0), limits.maxUploadBytes);
  if (own) return { kept: own.bytes, most };
  const free = await share(catalog, drive, id);
  return { kept: Math.max(1, Math.min(free, limits.maxUploadBytes)), most };
}

async function othersOf(reader: Reader, id: UploadId, now: Date): Promise<Reservation[]> {
  if (reader.state().reserved === 0) return [];
  const all = await reader.side<Reservation>('reservations').find({});
  return all.filter((each) => each.upTo && each.id !== id && each.expires > now);
}

/** Reduces the others where needed; answers what is free then. */
async function share(catalog: Catalog, drive: Account['drive'], id: UploadId): Promise<number> {
  const reader = await catalog.store.reader(drive);
  const free = freeNow(reader.state());
  if (sharedRoom(await othersOf(reader, id, catalog.clock.now()), free).length === 0) return free;
  return catalog.store.withDrive(
    drive,
    `share:${catalog.ids.next()}` as OpId,
    {
      name: 'share-import-room',
      payload: {},
      read: async (read) => {
        const now = freeNow(read.state());
        return { free: now, fewer: sharedRoom(await othersOf(read, id, catalog.clock.now()), now) };
      },
      decide: ({ free: before, fewer }) => ({
        event: null,
        answer: fewer.reduce((sum, { reservation, bytes }) => sum + reservation.bytes - bytes, before),
      }),
      alongside: async (side, { slice }) => {
        for (const { reservation, bytes } of slice.fewer) {
          await side.put<Reservation>('reservations', { ...reservation, bytes });
          await reserve(side, bytes - reservation.bytes);
        }
      },
    },
    ownOrigin(),
  );
}
