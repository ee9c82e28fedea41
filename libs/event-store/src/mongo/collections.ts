import { MongoServerError, type Collection, type Db, type IndexDescription } from 'mongodb';
import type { Projection, Row, DomainEvent } from '../port.js';
import type { DriveDocument, EventDocument, RowDocument, SideRecord } from './documents.js';

export interface DriveCollections<N extends string = string> {
  drives: Collection<DriveDocument>;
  events: Collection<EventDocument>;
  elements: Collection<RowDocument>;
  /** Tombstones: drives that are gone for good. */
  closed: Collection<{ _id: string }>;
  /** Small documents next to the streams, by the names that the service gives these collections. */
  sides: Readonly<Record<N, Collection<SideRecord>>>;
}

export const eventsOf = (db: Db): Collection<EventDocument> => db.collection('events');

export const sideCollection = (db: Db, name: string): Collection<SideRecord> => db.collection(name);

const sidesOf = <N extends string>(db: Db, names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, sideCollection(db, name)])) as Record<
    N,
    Collection<SideRecord>
  >;

export const collectionsOf = <N extends string>(db: Db, sides: readonly N[] = []): DriveCollections<N> => ({
  drives: db.collection('drives'),
  events: eventsOf(db),
  elements: db.collection('elements'),
  closed: db.collection('closed'),
  sides: sidesOf(db, sides),
});

/** @throws Error when the service has named no such collection */
export function sideOf({ sides }: DriveCollections, name: string): Collection<SideRecord> {
  const side = sides[name];
  if (!side) throw new Error(`The store has no side collection ${name}.`);
  return side;
}

export const STREAM_INDEX = 'stream';
export const OPERATION_INDEX = 'operation';
export const UNPUBLISHED_INDEX = 'unpublished';

const eventIndexes: IndexDescription[] = [
  { key: { drive: 1, seq: 1, _id: 1 }, name: STREAM_INDEX },
  {
    key: { drive: 1, opId: 1 },
    name: OPERATION_INDEX,
    unique: true,
    partialFilterExpression: { opId: { $exists: true } },
  },
  // The relay's queue: what is published leaves the index. `at` is in it so that depth and age are read from it alone.
  {
    key: { slot: 1, drive: 1, seq: 1, at: 1 },
    name: UNPUBLISHED_INDEX,
    partialFilterExpression: { pub: false },
  },
];

const sideIndexes: IndexDescription[] = [
  { key: { expires: 1 }, name: 'expires', partialFilterExpression: { expires: { $exists: true } } },
];

export const indexName = (kind: 'unique' | 'index', fields: readonly string[]): string =>
  `${kind}:${fields.join(',')}`;

function rowIndexes<E extends DomainEvent, R extends Row>({
  unique,
  indexes,
}: Projection<E, R, object>): IndexDescription[] {
  const index = (kind: 'unique' | 'index', fields: readonly string[]): IndexDescription => ({
    key: Object.fromEntries(['driveKey', ...fields].map((field) => [field, 1])),
    name: indexName(kind, fields),
    unique: kind === 'unique',
  });
  return [
    ...unique.map((fields) => index('unique', fields)),
    ...indexes.map((fields) => index('index', fields)),
  ];
}

const NAMESPACE_EXISTS = 48;

/** Explicitly and before any transaction: made within one, concurrent first writers would conflict. */
async function makeCollection(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}

/** One command for all indexes of a collection, which makes the collection too: a start waits for each. */
const makeIndexes = async (db: Db, name: string, indexes: IndexDescription[]): Promise<void> =>
  indexes.length > 0 ? void (await db.collection(name).createIndexes(indexes)) : makeCollection(db, name);

export const prepareEvents = (db: Db): Promise<void> => makeIndexes(db, 'events', eventIndexes);

/** Collections and indexes of a drive store. May run in many processes at once and as often as one likes. */
export async function prepareDrives<E extends DomainEvent, R extends Row>(
  db: Db,
  projection: Projection<E, R, object>,
  sides: readonly string[] = [],
): Promise<void> {
  await Promise.all([
    prepareEvents(db),
    makeIndexes(db, 'elements', rowIndexes(projection)),
    makeIndexes(db, 'drives', []),
    makeIndexes(db, 'closed', []),
    ...sides.map((name) => makeIndexes(db, name, sideIndexes)),
  ]);
}
