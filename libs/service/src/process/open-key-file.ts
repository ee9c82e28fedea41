import { ConfigError } from '@skyshelf/config';
import { type ServiceName, gatewayCalls } from '@skyshelf/contracts';
import type { Logger } from '@skyshelf/telemetry';
import { KeyFile, type KeyName, type PublicKeys } from '@skyshelf/tokens';
import { ask, type Peers } from '@skyshelf/peers';
import type { JWK } from 'jose';

/** Besides the keys of internal calls. */
const own: Readonly<Partial<Record<ServiceName, readonly KeyName[]>>> = {
  gateway: ['tokenKeys'],
  catalog: ['grantKeys', 'receiptKeys'],
  storage: ['grantKeys', 'receiptKeys'],
};

/** @throws ConfigError when a key that the service needs can't be read */
export function openKeyFile(path: string, service: ServiceName, logger: Logger): KeyFile {
  const needed: KeyName[] = ['internalKeys', ...(own[service] ?? [])];
  try {
    return new KeyFile({ path, needed, logger });
  } catch (error) {
    throw new ConfigError(service, [`SKYSHELF_KEYS_FILE: given ${path}. ${(error as Error).message}.`]);
  }
}

/** RFC 7517. */
export const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    (await ask(peers, gatewayCalls.keys)).keys satisfies JWK[];
