import { randomBytes } from 'node:crypto';
import type { ProviderConfig } from '@skyshelf/gateway';
import { keepNamesInFile, startLocalIdentity } from '@skyshelf/local-identity';
import type { Secrets } from './secrets.js';
import { publicUrlOf, type StandaloneConfig } from './standalone.config.js';

const KEY = 'local';

export interface SignIn {
  /** What the gateway is told of it. */
  local: readonly ProviderConfig[];
  close(): Promise<void>;
}

/**
 * Opens the local identity provider on a free port of the loopback address, unless others are configured or it is switched off.
 * @param others whether the gateway has identity providers of its own
 * @throws {Error} when the page can be reached from elsewhere and the local one was not allowed for that
 */
export async function openSignIn(
  config: StandaloneConfig,
  secrets: Secrets,
  namesFile: string,
  others: boolean,
): Promise<SignIn> {
  const { localIdentity } = config;
  if (localIdentity === 'off' || (localIdentity === 'auto' && others))
    return { local: [], close: async () => {} };
  const publicUrl = publicUrlOf(config);
  const client = { clientId: 'skyshelf', clientSecret: randomBytes(24).toString('base64url') };
  const local = await startLocalIdentity({
    ...client,
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    allowRemote: localIdentity === 'allow-remote',
    redirectUris: [`${publicUrl}/auth/${KEY}/callback`],
    signingKey: secrets.identityKey,
    cookieSecret: secrets.cookieSecret,
    names: keepNamesInFile(namesFile),
  });
  const own: ProviderConfig = {
    kind: 'oidc',
    key: KEY,
    name: 'This computer',
    issuer: local.issuer,
    scope: 'openid profile',
    ...client,
  };
  return { local: [own], close: () => local.close() };
}
