import { limits, type OpId, type UploadId } from '@skyshelf/contracts';
import { available } from '../../domain/drive-room.js';
import type { Reservation } from '../../domain/reservation.js';
import { sharedRoom } from '../../domain/share-room.js';
import { ownOrigin, reserve, type Account, type Catalog } from '../catalog.js';
import { endHolds } from '../processes/end-holds.js';
import type { Reader } from '../slices/read-folder.js';

/** For an import of unknown size. */
export interface ImportRoom {
  /** Reserved bytes. */
  kept: number;
  /** May exceed `kept` where others of the sort end with less. */
  most: number;
}

/**
 * All free room, shared with imports of the same sort; or what was reserved at the first call. At least one
 * byte: a full drive reports that itself.
 */
export async function roomForImport(catalog: Catalog, { drive }: Account, id: UploadId): Promise<ImportRoom> {
  if (available(await catalog.store.state(drive)) === 0) await endHolds(catalog, drive);
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

/** Reduces the others where needed. @returns what is free then */
async function share(catalog: Catalog, drive: Account['drive'], id: UploadId): Promise<number> {
  const reader = await catalog.store.reader(drive);
  const free = available(reader.state());
  if (sharedRoom(await othersOf(reader, id, catalog.clock.now()), free).length === 0) return free;
  return catalog.store.withDrive(
    drive,
    `share:${catalog.ids.next()}` as OpId,
    {
      name: 'share-import-room',
      payload: {},
      read: async (read) => {
        const now = available(read.state());
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
