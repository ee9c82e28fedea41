import { standing } from '../shelf-commands.js';
import type { LongProcess } from '#src/domain/long-process.js';
import type { Reservation } from '#src/domain/drive-room.js';
import type { Shelf } from './crash-case.js';
import type { Effect } from './publishing.js';

/** Fields that are new each time. */
const fresh = new Set([
  '_id',
  'id',
  'process',
  'grant',
  'uploadId',
  'date',
  'modified',
  'since',
  'folderId',
  'operations',
  'address',
  'sealed',
  'hash',
  'created',
]);

/** How far a copy is: it goes on between two answers. */
const progress = 'copying';

/** An answer without what is different each time it is worked out. */
export function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== progress)
      .map(([key, field]) => {
        if (fresh.has(key)) return [key, field === null ? null : 'new'];
        if (key === 'insertedIds' && typeof field === 'object') return [key, Object.keys(field ?? {})];
        return [key, withoutIds(field)];
      }),
  );
}

/** All that a drive is, in words that are the same for two drives with the same past. */
export async function shelfState({ catalog, store, user, database }: Shelf): Promise<unknown> {
  const reader = await store.reader(user.drive);
  const { version, used, byKind, count, quota, reserved } = await store.state(user.drive);
  const events = await store.events(user.drive, 0, 10_000);
  const processes = await reader.side<LongProcess>('processes').find({});
  const reservations = await reader.side<Reservation>('reservations').find({});
  const effects = await database.db.collection<Effect>('effects').find({ drive: user.drive }).toArray();
  const elements = await standing({ catalog, account: user });
  const openings = await catalog.opens.of(
    user.drive,
    elements.map(({ row }) => row.id),
  );
  return {
    events: events.map(({ data }) => data.type),
    totals: { version, used, byKind, count, quota, reserved },
    elements: elements
      .map(({ path, row }) =>
        [path, row.kind, row.size, row.tags.join(), row.blobId, row.confirm, row.width].join(' '),
      )
      .toSorted(),
    limbo: count - elements.length,
    processes: processes.map(({ kind }) => kind),
    // They come in the order of their ids, which follow from chance.
    reservations: reservations
      .map(({ name, bytes }) => ({ name, bytes }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    openings: [...openings.values()],
    effects: effects.map(({ type }) => type),
    settings: (await reader.side('settings').find({})).map(({ id, ...rest }) => ({
      ...(withoutIds(rest) as object),
      id: id.split(':')[0],
    })),
    shares: withoutIds(await reader.side('shares').find({})),
  };
}
