import { randomBytes } from 'node:crypto';
import { MongoClient, type Db } from 'mongodb';
import { RUN_URI } from './run-mongod.js';

export interface TestDatabase {
  client: MongoClient;
  db: Db;
  /** The database's name, new for each call. */
  name: string;
  /** The connection string of the server, with this database as the default one. */
  uri: string;
  /** The name of a further database that `drop()` also removes: for a test of several services. */
  sibling(name: string): string;
  /** Removes the database and its siblings and closes the client. Call it in `afterAll` or `afterEach`. */
  drop(): Promise<void>;
}

/**
 * An empty database of its own on the run's MongoDB server.
 * @param hint a word for people who look at the server while a test runs
 * @throws {Error} outside of an integration test (`*.int.spec.ts`), where no server runs
 */
export async function testDatabase(hint = 'test'): Promise<TestDatabase> {
  const server = runUri();
  const name = `${hint}_${randomBytes(6).toString('hex')}`;
  const client = await new MongoClient(server, { serverSelectionTimeoutMS: 10_000 }).connect();
  const siblings: string[] = [];
  return {
    client,
    db: client.db(name),
    name,
    uri: withDatabase(server, name),
    sibling: (other) => {
      const sibling = `${name}_${other}`;
      siblings.push(sibling);
      return sibling;
    },
    drop: async () => {
      for (const each of [name, ...siblings]) await client.db(each).dropDatabase();
      await client.close();
    },
  };
}

/** The connection string of the run's MongoDB server. */
export function runUri(): string {
  const uri = process.env[RUN_URI];
  if (uri) return uri;
  throw new Error(
    'No MongoDB server runs for this test. Name the file *.int.spec.ts and start it with `npm test`.',
  );
}

function withDatabase(uri: string, name: string): string {
  const url = new URL(uri);
  url.pathname = `/${name}`;
  return url.href;
}
