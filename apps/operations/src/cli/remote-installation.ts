import { loadConfig, type Environment } from '@skyshelf/config';
import { createPeers, peerLinks } from '@skyshelf/peers';
import { processConfig } from '@skyshelf/service';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { createInstallation, type Installation } from '../installation.js';

const { mongodbUri, databasePrefix, internalSecret, peers } = processConfig.shape;

/** What says where an installation is; the same variables as its services have. */
const remoteConfig = z.object({ mongodbUri, databasePrefix, internalSecret, peers });

export interface RemoteInstallation {
  installation: Installation;
  close(): Promise<void>;
}

/** Checking or rebuilding a drive of two million elements takes minutes. */
const PATIENCE_MS = 60 * 60_000;

/**
 * Reaches an installation over the network, as its own services do.
 * @throws ConfigError that names every wrong variable
 */
export async function openRemoteInstallation(env: Environment): Promise<RemoteInstallation> {
  const config = loadConfig(remoteConfig, env, { service: 'skyshelf' });
  const links = peerLinks(config.peers, { headersTimeoutMs: PATIENCE_MS });
  const client = new MongoClient(config.mongodbUri, {
    appName: 'skyshelf-operator',
    serverSelectionTimeoutMS: 10_000,
  });
  const close = async () => {
    await links.close();
    await client.close();
  };
  const reached = createPeers({ internalSecret: config.internalSecret, linkTo: links.linkTo });
  return {
    installation: createInstallation({ peers: reached, client, databasePrefix: config.databasePrefix }),
    close,
  };
}
