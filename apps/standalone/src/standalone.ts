import {
  type DataFolder,
  followKeys,
  MAIL_NOTE,
  type OnStop,
  openLogFile,
  type OpsRoutes,
  publicUrlOf,
  readSecrets,
  type Running,
  runOnDataFolder,
  startOpsServer,
} from '@skyshelf/data-folder';
import { ask, createPeers, inProcessLink } from '@skyshelf/peers';
import { createInstallation, type Installation, operatorRoutes } from '@skyshelf/operations';
import { createLogger, logWarnings, processMetrics, startTracing } from '@skyshelf/telemetry';
import type { CurrentKeys } from '@skyshelf/tokens';
import { join } from 'node:path';
import { type Environment, withValues } from '@skyshelf/config';
import { billingCalls } from '@skyshelf/contracts';
import { refuseExemptions } from '@skyshelf/gateway';
import { checkSignIn, openSignIn, type SignInOptions } from '@skyshelf/local-identity';
import { openLocalPayment } from '@skyshelf/local-payment';
import { createFolderStore } from '@skyshelf/object-store';
import { LOCAL_RECEIVER, tracingOf } from '@skyshelf/service';
import { compose, type Composition } from './compose.js';
import { keptCompanion, listenForCompanion } from './companion.js';
import { openDatabase } from './database.js';
import {
  readSettings,
  type RetryOptions,
  type ServiceConfigs,
  type StandaloneConfig,
  type StandaloneDeps,
} from './standalone.config.js';

export function installationOf(
  { services }: Pick<Composition, 'services'>,
  { keys }: { keys: CurrentKeys },
): Installation {
  const peers = createPeers({
    internalKeys: () => keys().internalKeys,
    linkTo: (service) => inProcessLink(() => services[service]),
  });
  return createInstallation({ peers });
}

export function operationRoutes(composition: Composition, parts: { keys: CurrentKeys }): OpsRoutes {
  const { services, routes } = composition;
  return {
    ...operatorRoutes(installationOf(composition, parts)),
    'GET /metrics': () => processMetrics.text(),
    'GET /health': async () =>
      Object.fromEntries(
        await Promise.all(Object.values(services).map(async (one) => [one.name, await one.health()])),
      ),
    'GET /operations/routes': async () => routes,
  };
}

export interface Standalone extends Running {
  composition: Composition;
}

/**
 * @param onFailure called when it cannot go on (its database cannot be restarted)
 * @throws ConfigError, DataFolderInUseError, or whatever keeps a part from starting, with everything closed
 * again
 */
export async function startStandalone(
  env: Environment,
  onFailure: (error: Error) => void,
  retryOptions: RetryOptions = {},
): Promise<Standalone> {
  const { config, configs } = readSettings(env);
  checkSignIn(signInOptions(config, configs));
  refuseExemptions(configs.gateway, publicUrlOf(config));
  const { opened: composition, ...running } = await runOnDataFolder(config, async (folder, onStop) => {
    const deps = await openDeps(config, configs, folder, onStop, onFailure);
    const companion = keptCompanion({ config, folder, env, logs: deps.logs });
    onStop(() => companion.stop());
    const payment = await openLocalPayment({
      publicUrl: publicUrlOf(config),
      others: (configs.billing.paymentReceiver ?? configs.billing.localPayment) !== undefined,
      receiver: LOCAL_RECEIVER,
      file: folder.payments,
      plans: async () => (await ask(installationOf(composed, deps).peers, billingCalls.allPlans)).plans,
      logger: createLogger({ service: 'standalone', level: config.logLevel, destination: deps.logs }),
    });
    onStop(() => payment.close());
    const composed: Composition = await compose({
      ...deps,
      companion,
      retryOptions,
      config,
      configs: withMailFolder(withLocalPayment(configs, payment.url), folder),
    });
    onStop(() => composed.stop());
    await listen(composed, config);
    await listenForCompanion(composed, folder);
    onStop(await startOpsServer(folder.opsSocket, operationRoutes(composed, deps)));
    return composed;
  });
  const note = configs.notify.mailUrl === undefined ? MAIL_NOTE : undefined;
  return { ...running, composition, note };
}

function withLocalPayment(configs: ServiceConfigs, url: string | null): ServiceConfigs {
  if (url === null) return configs;
  const { billing, gateway, ...others } = configs;
  const local = { localPayment: url };
  return { ...others, billing: withValues(billing, local), gateway: withValues(gateway, local) };
}

function withMailFolder({ notify, ...others }: ServiceConfigs, { mails }: DataFolder): ServiceConfigs {
  return { ...others, notify: withValues(notify, { mailFolder: notify.mailFolder ?? mails }) };
}

async function listen({ services: { gateway } }: Composition, config: StandaloneConfig): Promise<void> {
  const { host, port, internalHost, internalPort } = config;
  if (internalPort !== undefined) await gateway.listenInternal({ host: internalHost, port: internalPort });
  await gateway.listen({ host, port });
}

async function openDeps(
  config: StandaloneConfig,
  configs: ServiceConfigs,
  folder: DataFolder,
  onStop: OnStop,
  onFailure: (error: Error) => void,
): Promise<Omit<StandaloneDeps, 'config' | 'configs'>> {
  const logs = openLogFile(join(folder.path, 'logs', 'skyshelf.log'));
  onStop(() => logs.end());
  const logger = createLogger({ service: 'standalone', level: config.logLevel, destination: logs });
  logWarnings(logger);
  const tracing = await startTracing({ service: 'skyshelf', ...tracingOf(config) });
  onStop(() => tracing.stop());
  processMetrics.addProcessMetrics();
  const secrets = await readSecrets(folder.secrets);
  const [database, objects] = await Promise.all([
    openDatabase({
      uri: config.mongodbUri,
      dbPath: folder.database,
      password: secrets.databasePassword,
      logger,
      onGiveUp: onFailure,
    }),
    createFolderStore({ root: folder.objects }),
  ]);
  onStop(() => database.stop());
  onStop(() => objects.close());
  const signIn = await openSignIn(signInOptions(config, configs), {
    signingKey: secrets.identityKey,
    cookieSecret: secrets.cookieSecret,
    namesFile: folder.identity,
  });
  onStop(() => signIn.close());
  const keys = followKeys(folder.secrets, logger, onStop);
  const own = config.mongodbUri === undefined ? { databaseFolder: folder.database } : {};
  const { client, connected } = database;
  return { keys, client, connected, objects, ...own, signIn, logs };
}

const signInOptions = (config: StandaloneConfig, { gateway }: ServiceConfigs): SignInOptions => ({
  localIdentity: config.localIdentity,
  publicUrl: publicUrlOf(config),
  others: gateway.providers.length > 0,
});
