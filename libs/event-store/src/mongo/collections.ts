import type { Collection, Db, IndexDescription } from 'mongodb';
import type { DomainEvent, Projection, Row } from '../port.js';
import type { DriveDocument, EventDocument, RowDocument, SideRecord } from './documents.js';
import type { IndexPlan } from './index-plan.js';

export interface DriveCollections<N extends string = string> {
  drives: Collection<DriveDocument>;
  events: Collection<EventDocument>;
  elements: Collection<RowDocument>;
  closed: Collection<{ _id: string }>;
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

/** @throws Error for an unknown name */
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
  // The relay's queue: published events leave it. `at` makes depth and age index-only.
  {
    key: { slot: 1, drive: 1, seq: 1, at: 1 },
    name: UNPUBLISHED_INDEX,
    partialFilterExpression: { pub: false },
  },
];

const sideIndexes: IndexDescription[] = [
  { key: { expires: 1 }, name: 'expires', partialFilterExpression: { expires: { $exists: true } } },
];

const indexName = (kind: 'unique' | 'index', fields: readonly string[]): string =>
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

export const eventsPlan: IndexPlan = { events: eventIndexes };

export const drivesPlan = <E extends DomainEvent, R extends Row>(
  projection: Projection<E, R, object>,
  sides: readonly string[] = [],
): IndexPlan => ({
  ...eventsPlan,
  elements: rowIndexes(projection),
  drives: [],
  closed: [],
  ...Object.fromEntries(sides.map((name) => [name, sideIndexes])),
});

/** The one whose beginning covers most of the fields. */
export function chooseIndex<E extends DomainEvent, R extends Row>({
  unique,
  indexes,
}: Projection<E, R, object>) {
  const declared = [
    ...unique.map((fields) => ({ fields: fields as readonly string[], name: indexName('unique', fields) })),
    ...indexes.map((fields) => ({ fields: fields as readonly string[], name: indexName('index', fields) })),
  ];
  return (queried: readonly string[]): string | undefined => {
    let best: string | undefined;
    let most = 0;
    for (const { fields, name } of declared) {
      const gap = fields.findIndex((field) => !queried.includes(field));
      const covered = gap === -1 ? fields.length : gap;
      if (covered > most) [best, most] = [name, covered];
    }
    return best;
  };
}
