import {
  databaseUriOf,
  productMode,
  stackSettings,
  type RunningSkyshelf,
  type ServiceCollections,
} from '@skyshelf/testing';
import { MongoClient, type Document } from 'mongodb';

/** The databases of a running Skyshelf of either kind, behind its back. */
export async function databaseOf({
  dataFolder,
}: RunningSkyshelf): Promise<ServiceCollections & { close(): Promise<void> }> {
  const client = await new MongoClient(await databaseUriOf(dataFolder)).connect();
  const { SKYSHELF_DATABASE_PREFIX: prefix = '' } = stackSettings(productMode(), dataFolder);
  return {
    collection: (service, name) =>
      client.db(`${prefix}skyshelf_${service}`).collection<Document & { _id: string }>(name),
    close: () => client.close(),
  };
}
