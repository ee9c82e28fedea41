import { join } from 'node:path';
import type { Environment } from '@skyshelf/config';
import { billingCalls } from '@skyshelf/contracts';
import {
  followKeys,
  MAIL_NOTE,
  openLogFile,
  publicUrlOf,
  readSecrets,
  runOnDataFolder,
  startOpsServer,
  type DataFolder,
  type OnStop,
  type Running,
} from '@skyshelf/data-folder';
import { superviseCompanion } from '@skyshelf/companion';
import { refuseExemptions, type GatewayConfig } from '@skyshelf/gateway';
import { openLocalPayment } from '@skyshelf/local-payment';
import { ask, createPeers, peerLinks, type Peers } from '@skyshelf/peers';
import { LOCAL_RECEIVER } from '@skyshelf/service';
import { checkSignIn, openSignIn, type SignInOptions } from '@skyshelf/local-identity';
import { createLogger, logWarnings, processMetrics, type Logger } from '@skyshelf/telemetry';
import type { KeyList } from '@skyshelf/tokens';
import { readSettings, type ClusterConfig } from './cluster.config.js';
import { openBackends } from './backends.js';
import { startBalancer } from './balancer.js';
import { requireFreePort, chooseOpenPorts, peersOf, planSlots, portCount, replicas } from './process-plan.js';
import { Fleet } from './fleet.js';
import { ProcessNotes } from './leftovers.js';
import { operationRoutes } from './operation-routes.js';
import { commandOf, companionCommand, type SettingsDeps } from './process-settings.js';
import { ServiceProcess } from './service-process.js';

/** A process' own deadline after draining, milliseconds. */
const LEAVE_MS = 45_000;
const OPERATION_MS = 60 * 60_000;

/**
 * @throws ConfigError, DataFolderInUseError, or whatever keeps a part from starting, with everything closed
 * again
 */
export async function startCluster(env: Environment): Promise<Running> {
  const { config, gateway } = readSettings(env);
  const { localIdentity } = config;
  const publicUrl = publicUrlOf(config);
  const signIn: SignInOptions = { localIdentity, publicUrl, others: gateway.providers.length > 0 };
  checkSignIn(signIn);
  refuseExemptions(gateway, publicUrl);
  const running = await runOnDataFolder(config, (folder, onStop) =>
    open({ config, gateway, env, signIn, folder }, onStop),
  );
  return { ...running, note: env.MAIL_URL || env.MAIL_URL_FILE ? undefined : MAIL_NOTE };
}

interface Opening {
  config: ClusterConfig;
  gateway: GatewayConfig;
  env: Environment;
  signIn: SignInOptions;
  folder: DataFolder;
}

async function open({ config, gateway, env, signIn, folder }: Opening, onStop: OnStop): Promise<void> {
  await requireFreePort(config);
  const logs = join(folder.path, 'logs');
  const log = openLogFile(join(logs, 'cluster.log'));
  onStop(() => log.end());
  const logger = createLogger({ service: 'cluster', level: config.logLevel, destination: log });
  logWarnings(logger);
  processMetrics.addProcessMetrics();
  const [secrets, backends, ports] = await Promise.all([
    readSecrets(folder.secrets),
    openBackends(config, env, { folder: folder.path, logger }),
    config.ports ?? chooseOpenPorts(portCount()),
  ]);
  onStop(() => backends.stop());
  const { local, close } = await openSignIn(signIn, {
    signingKey: secrets.identityKey,
    cookieSecret: secrets.cookieSecret,
    namesFile: folder.identity,
  });
  onStop(close);
  const slots = planSlots(ports);
  const keysFile = folder.secrets;
  const { companionSocket } = folder;
  const { peers, internalKeys } = openPeers({ keysFile, slots }, logger, onStop);
  const payment = await openPayment({ config, gateway, folder, peers, logger });
  onStop(() => payment.close());
  const settings: SettingsDeps = {
    ...{ config, given: env, keysFile, backends, local, slots, logs, companionSocket },
    providers: gateway.providers,
    ...{ payment: payment.url, mails: folder.mails },
  };
  const fleet = await startFleet(settings, { folder, logger, onStop });
  const { maxConnections } = gateway;
  await openDoors(settings, fleet, { folder, maxConnections, peers, internalKeys, logger, onStop });
  const companion = superviseCompanion({ logger, ...companionCommand(settings) });
  onStop(() => companion.stop());
  void companion.wake();
}

const openPayment = ({
  config,
  gateway,
  folder,
  peers,
  logger,
}: Pick<Opening, 'config' | 'gateway' | 'folder'> & { peers: Peers; logger: Logger }) =>
  openLocalPayment({
    publicUrl: publicUrlOf(config),
    others: (gateway.paymentReceiver ?? gateway.localPayment) !== undefined,
    receiver: LOCAL_RECEIVER,
    file: folder.payments,
    plans: async () => (await ask(peers, billingCalls.allPlans)).plans,
    logger,
  });

async function startFleet(
  settings: SettingsDeps,
  { folder, logger, onStop }: { folder: DataFolder; logger: Logger; onStop: OnStop },
): Promise<Fleet> {
  const notes = new ProcessNotes(join(folder.path, 'run', 'processes.json'));
  const left = notes.endLeftovers();
  if (left > 0) logger.warn({ left }, 'processes of an earlier start were still running');
  const fleet = new Fleet(settings.slots, {
    logger,
    spawn: (slot, replica) => {
      const process = new ServiceProcess(commandOf(slot, replica, settings));
      notes.started(process.pid);
      void process.whenEnded().then(() => notes.ended(process.pid));
      return process;
    },
    leaveWithinMs: settings.config.drainMs + LEAVE_MS,
  });
  onStop(() => fleet.stop());
  await fleet.start();
  return fleet;
}

interface BalancerDeps {
  folder: DataFolder;
  maxConnections: number;
  peers: Peers;
  internalKeys: KeyList;
  logger: Logger;
  onStop: OnStop;
}

function openPeers(
  { keysFile, slots }: Pick<SettingsDeps, 'keysFile' | 'slots'>,
  logger: Logger,
  onStop: OnStop,
) {
  // A drive of two million elements takes minutes.
  const links = peerLinks(peersOf(slots).split(','), { headersTimeoutMs: OPERATION_MS });
  onStop(() => links.close());
  const keys = followKeys(keysFile, logger, onStop);
  const internalKeys = () => keys().internalKeys;
  return { internalKeys, peers: createPeers({ internalKeys, linkTo: links.linkTo }) };
}

async function openDoors(
  { config, slots }: SettingsDeps,
  fleet: Fleet,
  { folder, maxConnections, peers, internalKeys, logger, onStop }: BalancerDeps,
): Promise<void> {
  const balancer = await startBalancer({
    host: config.host,
    port: config.port,
    gateways: slots.flatMap((slot) => slot.public?.url ?? []),
    trustedProxies: config.trustedProxies ?? 0,
    maxConnections: maxConnections * replicas.gateway,
    logger,
  });
  onStop(() => balancer.close());
  const routes = operationRoutes({ fleet, peers, internalKeys });
  onStop(await startOpsServer(folder.opsSocket, routes));
}
