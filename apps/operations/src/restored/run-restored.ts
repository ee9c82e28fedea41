import { loadConfig, type Environment } from '@skyshelf/config';
import type { ServiceName } from '@skyshelf/contracts';
import { dataFolderPaths, listenSettings, readSecrets, runOnDataFolder } from '@skyshelf/data-folder';
import { startMongod } from '@skyshelf/host';
import { announceRestore, type AnnouncedRestore } from '@skyshelf/service';
import { serviceList } from '@skyshelf/services';
import { z } from 'zod';
import type { Caller, Report } from '../report.js';

export interface RestoredReport extends Report, AnnouncedRestore {}

/** On the servers of MONGODB_URI, or on the data folder with a database server of its own. */
export async function runRestored(
  env: Environment,
  { services }: { services?: readonly ServiceName[] | undefined },
  { signal }: Pick<Caller, 'signal'>,
): Promise<RestoredReport> {
  const restored = services ?? serviceList.map(({ name }) => name);
  const announce = (given: Environment) =>
    announceRestore(serviceList, given, { restored, now: () => new Date(), signal });
  const done =
    env.MONGODB_URI || env.MONGODB_URI_FILE
      ? await announce(withObjects(env))
      : await onDataFolder(env, announce);
  return { ...done, text: textOf(done), exitCode: 0 };
}

const withObjects = (env: Environment): Environment =>
  env.SKYSHELF_DATA && !env.S3_ENDPOINT && !env.OBJECTS_FOLDER
    ? { ...env, OBJECTS_FOLDER: dataFolderPaths(env.SKYSHELF_DATA).objects }
    : env;

async function onDataFolder<T>(env: Environment, work: (env: Environment) => Promise<T>): Promise<T> {
  const config = loadConfig(z.object(listenSettings), env, { service: 'skyshelf restored' });
  const { opened, stop } = await runOnDataFolder(config, async (folder, onStop) => {
    const { databasePassword: password } = await readSecrets(folder.secrets);
    const server = await startMongod({ dbPath: folder.database, password });
    onStop(() => server.stop());
    return work({ ...env, MONGODB_URI: server.uri, OBJECTS_FOLDER: folder.objects, S3_ENDPOINT: undefined });
  });
  await stop();
  return opened;
}

const textOf = ({ epoch, services, events, deleted }: AnnouncedRestore): string =>
  [
    `Epoch ${epoch} begins for ${services.join(', ')}: what was published, passed or signed before counts no more.`,
    `${events} events go out again.`,
    `Accounts deleted after the copy, which are deleted again when the services start: ${deleted}.`,
    'Start the services, then: npm run skyshelf -- resync catalog|storage|media|billing|notify, npm run skyshelf -- fsck --repair',
  ].join('\n');
