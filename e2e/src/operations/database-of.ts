import {
  databaseUriOf,
  productMode,
  stackSettings,
  type RunningSkyshelf,
  type ServiceCollections,
} from '@skyshelf/testing';
import { MongoClient, type Db, type Document } from 'mongodb';

export interface RunningDatabase extends ServiceCollections {
  /** The databases of this installation. */
  all(): Promise<Db[]>;
  close(): Promise<void>;
}

/** The databases of a running Skyshelf of either kind, behind its back. */
export async function databaseOf({ dataFolder }: RunningSkyshelf): Promise<RunningDatabase> {
  const client = await new MongoClient(await databaseUriOf(dataFolder)).connect();
  const { SKYSHELF_DATABASE_PREFIX: prefix = '' } = stackSettings(productMode(), dataFolder);
  const own = `${prefix}skyshelf_`;
  return {
    all: async () => {
      const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
      return databases.filter(({ name }) => name.startsWith(own)).map(({ name }) => client.db(name));
    },
    collection: (service, name) => client.db(`${own}${service}`).collection<Document & { _id: string }>(name),
    close: () => client.close(),
  };
}
