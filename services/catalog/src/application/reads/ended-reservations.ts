import type { DriveId, Problem } from '@skyshelf/contracts';
import type { Catalog } from '../catalog.js';
import type { Reservation } from '../../domain/drive-room.js';

const MOST = 100;

export async function endedReservations({ store }: Pick<Catalog, 'store'>, before: Date): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const drive of store.drivesWith('reservations', before)) {
    const reader = await store.reader(drive);
    const kept = await reader.side<Reservation>('reservations').find({});
    problems.push(...kept.filter(({ expires }) => expires < before).map((each) => problemOf(drive, each)));
    if (problems.length >= MOST) break;
  }
  return problems.slice(0, MOST);
}

const problemOf = (drive: DriveId, { id, expires }: { id: string; expires: Date }): Problem => ({
  rule: 'reservation-ended',
  message: `The reservation ${drive}:${id} ran out at ${expires.toISOString()} and still takes room.`,
  about: { drive },
});
