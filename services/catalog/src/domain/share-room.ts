import { limits } from '@skyshelf/contracts';
import type { Reservation } from './reservation.js';

/**
 * For one more import of unknown length: free room plus what others of the sort have beyond an equal share.
 * Each may still grow while there is room.
 * @returns which of them keep fewer bytes from now on
 */
export function sharedRoom(
  others: readonly Reservation[],
  free: number,
): { reservation: Reservation; bytes: number }[] {
  const pool = others.reduce((sum, { bytes }) => sum + bytes, free);
  const share = Math.floor(pool / (others.length + 1));
  if (free >= Math.min(share, limits.maxUploadBytes)) return [];
  return others.flatMap((reservation) => (reservation.bytes > share ? [{ reservation, bytes: share }] : []));
}
