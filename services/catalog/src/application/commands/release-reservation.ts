import type { DriveId, OpId, Problem } from '@skyshelf/contracts';
import type { Reservation } from '../../domain/drive-room.js';
import { ownOrigin, reserve, type Catalog, type CatalogCommand, type CatalogSideWriter } from '../catalog.js';
import type { Reader } from '../slices/read-folder.js';

type Released = { released: number };

/** Fine for one that is over or kept nothing. */
export function releaseUpload(
  catalog: Catalog,
  drive: DriveId,
  opId: OpId,
  uploadId: string,
): Promise<Released> {
  return catalog.store.withDrive(
    drive,
    opId,
    releasing({ uploadId }, async (reader) => {
      const reservation = await reader.side<Reservation>('reservations').get(uploadId);
      return reservation ? [reservation] : [];
    }),
    ownOrigin(),
  );
}

export function releaseExpired(
  catalog: Pick<Catalog, 'store' | 'clock' | 'ids'>,
  drive: DriveId,
): Promise<Released> {
  const now = catalog.clock.now();
  return catalog.store.withDrive(
    drive,
    `sweep:${catalog.ids.next()}` as OpId,
    releasing({}, async (reader) => {
      const all = await reader.side<Reservation>('reservations').find({});
      return all.filter(({ expires }) => expires <= now);
    }),
    ownOrigin(false),
  );
}

function releasing(
  payload: object,
  read: (reader: Reader) => Promise<Reservation[]>,
): CatalogCommand<Reservation[], Released> {
  return {
    name: 'release-reservations',
    payload,
    read,
    decide: ({ length }) => ({ event: null, answer: { released: length } }),
    alongside: (side, { slice }) => giveUp(side, slice),
  };
}

export async function giveUp(side: CatalogSideWriter, reservations: readonly Reservation[]): Promise<void> {
  for (const { id, bytes } of reservations) {
    await side.remove('reservations', id);
    await reserve(side, -bytes);
  }
}

/** Holds an import's name; without any reserved byte no one looks for names. */
const LEAST_BYTES = 1;

/** Requests of known size precede imports of unknown size, which may need little and fill the rest. */
export async function takeImportRoom(catalog: Pick<Catalog, 'store' | 'ids'>, drive: DriveId): Promise<void> {
  const read = async (reader: Reader): Promise<Reservation[]> => {
    if (reader.state().reserved === 0) return [];
    const all = await reader.side<Reservation>('reservations').find({});
    return all.filter(({ upTo, bytes }) => upTo && bytes > LEAST_BYTES);
  };
  if ((await read(await catalog.store.reader(drive))).length === 0) return;
  const opId = `take-room:${catalog.ids.next()}` as OpId;
  const command: CatalogCommand<Reservation[], null> = {
    name: 'take-import-room',
    payload: {},
    read,
    decide: () => ({ event: null, answer: null }),
    alongside: async (side, { slice }) => {
      for (const reservation of slice) {
        await side.put<Reservation>('reservations', { ...reservation, bytes: LEAST_BYTES });
        await reserve(side, LEAST_BYTES - reservation.bytes);
      }
    },
  };
  await catalog.store.withDrive(drive, opId, command, ownOrigin());
}

/** Sets `reserved` to the sum of the reservations; expired ones are released first. */
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
