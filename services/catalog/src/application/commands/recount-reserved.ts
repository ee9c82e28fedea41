import type { DriveId, OpId } from '@skyshelf/contracts';
import type { Reservation } from '../../domain/reservation.js';
import { ownOrigin, reserve, type Catalog } from '../catalog.js';
import { releaseExpired } from './release-reservation.js';

/**
 * Sets `reserved` to the sum of the reservations; expired ones are released first.
 * @throws DomainError `space.exceeded` when they exceed the drive's room
 */
export async function recountReserved(catalog: Catalog, drive: DriveId): Promise<{ reserved: number }> {
  await releaseExpired(catalog, drive);
  return catalog.store.withDrive(
    drive,
    `recount:${catalog.ids.next()}` as OpId,
    {
      name: 'recount-reserved',
      payload: {},
      read: async (reader) => {
        const kept = await reader.side<Reservation>('reservations').find({});
        const reserved = kept.reduce((sum, { bytes }) => sum + bytes, 0);
        return { reserved, missing: reserved - reader.state().reserved };
      },
      decide: ({ reserved }) => ({ event: null, answer: { reserved } }),
      alongside: (side, { slice: { missing } }) =>
        missing === 0 ? Promise.resolve() : reserve(side, missing),
    },
    ownOrigin(),
  );
}
