import { startStack } from '@skyshelf/stack';
import {
  processesOf,
  productMode,
  stackFolderOf,
  stackSettings,
  type RunningSkyshelf,
  type ServiceCollections,
} from '@skyshelf/testing';
import { MongoClient, type Document } from 'mongodb';

/** The databases of a running Skyshelf of either kind, behind its back. */
export async function databaseOf({
  dataFolder,
}: RunningSkyshelf): Promise<ServiceCollections & { close(): Promise<void> }> {
  const client = await new MongoClient(await addressOf(dataFolder)).connect();
  const { SKYSHELF_DATABASE_PREFIX: prefix = '' } = stackSettings(productMode(), dataFolder);
  return {
    collection: (service, name) =>
      client.db(`${prefix}skyshelf_${service}`).collection<Document & { _id: string }>(name),
    close: () => client.close(),
  };
}

/** A standalone has a server of its own; a cluster shares that of the test run. */
async function addressOf(dataFolder: string): Promise<string> {
  if (productMode() === 'cluster') {
    const { mongodbUri } = await startStack({ folder: stackFolderOf(dataFolder) });
    if (mongodbUri) return mongodbUri;
  }
  for (const { command } of processesOf(dataFolder)) {
    const [, port] = /mongod .*--port[ =](\d+)/u.exec(command) ?? [];
    if (port) return `mongodb://127.0.0.1:${port}/?directConnection=true`;
  }
  throw new Error(`No database server was started for ${dataFolder}.`);
}
