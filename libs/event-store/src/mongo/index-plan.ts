import { MongoServerError, type Db, type IndexDescription, type IndexDescriptionInfo } from 'mongodb';

export type IndexPlan = Readonly<Record<string, readonly IndexDescription[]>>;

interface Gap {
  collection: string;
  isThere: boolean;
  indexes: IndexDescription[];
}

/** For example `blobs`, `blobs: expires_1`. */
export const missingOf = async (db: Db, plan: IndexPlan): Promise<string[]> =>
  (await gapsOf(db, plan)).flatMap(namesOf);

/**
 * Safe in many processes and under writes: MongoDB (4.4 or newer) builds indexes online. With nothing missing
 * it needs no right to create.
 * @returns what was created, by name
 */
export async function makeMissing(db: Db, plan: IndexPlan): Promise<string[]> {
  const gaps = await gapsOf(db, plan);
  await Promise.all(
    gaps.map(({ collection, indexes }) =>
      // One command reads the documents once; it creates the collection too.
      indexes.length > 0 ? db.collection(collection).createIndexes(indexes) : makeCollection(db, collection),
    ),
  );
  return gaps.flatMap(namesOf);
}

export function joined(...plans: readonly IndexPlan[]): IndexPlan {
  const all = new Map<string, readonly IndexDescription[]>();
  for (const [collection, indexes] of plans.flatMap((each) => Object.entries(each)))
    all.set(collection, [...(all.get(collection) ?? []), ...indexes]);
  return Object.fromEntries(all);
}

async function gapsOf(db: Db, plan: IndexPlan): Promise<Gap[]> {
  const existing = new Set(
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const gaps = await Promise.all(
    Object.entries(plan).map(async ([collection, wanted]): Promise<Gap> => {
      const isThere = existing.has(collection);
      const found = isThere && wanted.length > 0 ? await db.collection(collection).indexes() : [];
      return { collection, isThere, indexes: wanted.filter((each) => !found.some((one) => same(one, each))) };
    }),
  );
  return gaps.filter(({ isThere, indexes }) => !isThere || indexes.length > 0);
}

const namesOf = ({ collection, indexes }: Gap): string[] =>
  indexes.length === 0 ? [collection] : indexes.map((each) => `${collection}: ${nameOf(each)}`);

/** Names an index as the driver does. */
const nameOf = ({ name, key }: IndexDescription): string => name ?? Object.entries(key).flat().join('_');

/** A name with another form counts as missing: the server then says what is wrong. */
const same = (found: IndexDescriptionInfo, wanted: IndexDescription): boolean =>
  found.name === nameOf(wanted) && formOf(found) === formOf(wanted);

const formOf = (index: IndexDescription | IndexDescriptionInfo): string => {
  const { key, unique = false, expireAfterSeconds = null, partialFilterExpression = null } = index;
  return JSON.stringify([key, unique, expireAfterSeconds, partialFilterExpression]);
};

const NAMESPACE_EXISTS = 48;

/** Creates the collection first: concurrent first writers would conflict in transactions. */
async function makeCollection(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
  }
}
