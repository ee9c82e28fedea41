import type { ClientSession, Collection, Db, MongoClient } from 'mongodb';
import type { CrashPoints } from './crash-points.js';
import { callOf, withMethods } from './watched.js';

/** Methods that send a statement. */
const statements = new Set([
  'findOne',
  'findOneAndUpdate',
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'bulkWrite',
  'countDocuments',
  'command',
]);

/**
 * A client whose statements and commits are points at which the process may die. A dead process leaves its
 * transactions as they are.
 */
export const watchedClient = (points: CrashPoints, client: MongoClient): MongoClient =>
  withMethods(client, (method) => {
    if (method === 'db') return (name) => watchedDb(points, client.db(String(name)));
    if (method === 'startSession')
      return (options) => {
        const session = client.startSession(options ?? {});
        points.sessions.add(session);
        return watchedSession(points, session);
      };
    return null;
  });

export const watchedDb = (points: CrashPoints, db: Db): Db =>
  withMethods(db, (method) => {
    if (method === 'collection') return (name) => watchedCollection(points, db.collection(String(name)));
    return statementOf(points, db.databaseName, db, method);
  });

const watchedCollection = (points: CrashPoints, collection: Collection): Collection =>
  withMethods(collection, (method) => statementOf(points, collection.collectionName, collection, method));

function statementOf(points: CrashPoints, name: string, target: object, method: string) {
  const point = `${name}.${method}`;
  if (statements.has(method))
    return (...args: unknown[]) => points.around(point, async () => callOf(target, method, args));
  if (method === 'find' || method === 'aggregate')
    return (...args: unknown[]) => watchedCursor(points, point, callOf(target, method, args) as object);
  return null;
}

function watchedCursor<T extends object>(points: CrashPoints, point: string, cursor: T): T {
  const self: T = withMethods(cursor, (method) => {
    if (method === 'toArray') return () => points.around(point, async () => callOf(cursor, method, []));
    if (method === 'sort' || method === 'limit' || method === 'project')
      return (...args) => {
        callOf(cursor, method, args);
        return self;
      };
    return null;
  });
  return self;
}

/** The session itself goes to the driver, which knows its own kind only: so its methods are replaced in place. */
function watchedSession(points: CrashPoints, session: ClientSession): ClientSession {
  const commit = session.commitTransaction.bind(session);
  const abort = session.abortTransaction.bind(session);
  const end = session.endSession.bind(session);
  session.commitTransaction = (options) => points.around('transaction.commit', () => commit(options));
  session.abortTransaction = (options) => points.around('transaction.abort', () => abort(options));
  session.endSession = async (options) => {
    if (points.isDead) return;
    points.sessions.delete(session);
    await end(options);
  };
  return session;
}
