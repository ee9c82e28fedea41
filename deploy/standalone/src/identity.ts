import { randomBytes } from 'node:crypto';
import type { ProviderConfig } from '@skyshelf/gateway';
import { keepNamesInFile, startLocalIdentity, type LocalIdentity } from '@skyshelf/local-identity';
import type { Secrets } from './secrets.js';
import { publicUrlOf, type StandaloneConfig } from './standalone.config.js';

const KEY = 'local';

export interface SignIn {
  providers: readonly ProviderConfig[];
  local: LocalIdentity | null;
}

/**
 * The identity providers one can sign in with: those configured, else a local one on a free port of the loopback address.
 * @throws {Error} when the page can be reached from elsewhere and the local one was not allowed for that
 */
export async function openSignIn(
  config: StandaloneConfig,
  secrets: Secrets,
  namesFile: string,
): Promise<SignIn> {
  const { providers, localIdentity } = config;
  if (localIdentity === 'off' || (localIdentity === 'auto' && providers.length > 0))
    return { providers, local: null };
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
  return { providers: [...providers, own], local };
}
