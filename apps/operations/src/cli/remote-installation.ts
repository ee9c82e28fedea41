import { ConfigError, loadConfig, type Environment } from '@skyshelf/config';
import { createPeers, peerLinks } from '@skyshelf/peers';
import { processConfig } from '@skyshelf/service';
import { KeyFile } from '@skyshelf/tokens';
import { z } from 'zod';
import { createInstallation, type Installation } from '../installation.js';

const { keysFile, peers } = processConfig.shape;

const remoteConfig = z.object({ keysFile, peers });

export interface RemoteInstallation {
  installation: Installation;
  close(): Promise<void>;
}

/** Two million elements take minutes. */
const TIMEOUT_MS = 60 * 60_000;

/** @throws ConfigError that names every wrong variable */
export async function openRemoteInstallation(env: Environment): Promise<RemoteInstallation> {
  const config = loadConfig(remoteConfig, env, { service: 'skyshelf' });
  const keys = openKeys(config.keysFile);
  const links = peerLinks(config.peers, { headersTimeoutMs: TIMEOUT_MS });
  const close = async () => {
    keys.close();
    await links.close();
  };
  const reached = createPeers({ internalKeys: () => keys.current().internalKeys, linkTo: links.linkTo });
  return {
    installation: createInstallation({ peers: reached }),
    close,
  };
}

function openKeys(path: string): KeyFile {
  try {
    return new KeyFile({ path, needed: ['internalKeys'] });
  } catch (error) {
    throw new ConfigError('skyshelf', [`SKYSHELF_KEYS_FILE: given ${path}. ${(error as Error).message}.`]);
  }
}
