import {
  databaseUriOf,
  productMode,
  stackSettings,
  type RunningSkyshelf,
  type ServiceCollections,
} from '@skyshelf/testing';
import { MongoClient, type ChangeStream, type Db, type Document } from 'mongodb';

export interface RunningDatabase extends ServiceCollections {
  /** The databases of this installation. */
  all(): Promise<Db[]>;
  /** What changes in them from now on, or behind a change. */
  watch(after?: unknown): ChangeStream;
  /** After a restart, for its server may listen at another port then. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** The databases of a running Skyshelf of either kind, behind its back. */
export async function databaseOf({ dataFolder }: RunningSkyshelf): Promise<RunningDatabase> {
  const open = async () => new MongoClient(await databaseUriOf(dataFolder)).connect();
  let client = await open();
  const { SKYSHELF_DATABASE_PREFIX: prefix = '' } = stackSettings(productMode(), dataFolder);
  const own = `${prefix}skyshelf_`;
  return {
    all: async () => {
      const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
      return databases.filter(({ name }) => name.startsWith(own)).map(({ name }) => client.db(name));
    },
    collection: (service, name) => client.db(`${own}${service}`).collection<Document & { _id: string }>(name),
    watch: (after) =>
      client.watch([{ $match: { 'ns.db': { $regex: `^${own}` } } }], {
        maxAwaitTimeMS: 50,
        ...(after !== undefined && { resumeAfter: after }),
      }),
    reconnect: async () => {
      await client.close();
      client = await open();
    },
    close: () => client.close(),
  };
}
