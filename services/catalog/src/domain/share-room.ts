import { limits } from '@skyshelf/contracts';
import type { Reservation } from './reservation.js';

/**
 * Room for one more import of unknown length: what is free, and what others of the same sort keep beyond an equal share. Whoever needs more in the end gets it,
 * as long as it is there.
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
