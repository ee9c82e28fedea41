import { randomBytes } from 'node:crypto';
import { ConfigError } from '@skyshelf/config';
import type { ProviderConfig } from '@skyshelf/gateway';
import { isLocalUrl, keepNamesInFile, startLocalIdentity } from '@skyshelf/local-identity';
import type { Secrets } from './secrets.js';
import { publicUrlOf, type StandaloneConfig } from './standalone.config.js';

const KEY = 'local';

export interface SignIn {
  /** What the gateway is told of it. */
  local: readonly ProviderConfig[];
  close(): Promise<void>;
}

/**
 * Makes sure, before anything is opened, that the local identity provider does not let strangers in.
 * @param others whether the gateway has identity providers of its own
 * @throws ConfigError when the page can be reached from elsewhere and the local provider was not allowed for that
 */
export function checkSignIn(config: StandaloneConfig, others: boolean): void {
  const publicUrl = publicUrlOf(config);
  if (config.localIdentity === 'allow-remote' || !usesLocal(config, others) || isLocalUrl(publicUrl)) return;
  throw new ConfigError('Skyshelf', [
    `PUBLIC_URL: given ${publicUrl}, which others can reach, but the local sign-in lets everybody in under any name. Configure IDENTITY_PROVIDERS instead, or set LOCAL_SIGN_IN=allow-remote where everybody is trusted.`,
  ]);
}

const usesLocal = ({ localIdentity }: StandaloneConfig, others: boolean): boolean =>
  localIdentity === 'allow-remote' || (localIdentity === 'auto' && !others);

/**
 * Opens the local identity provider on a free port of the loopback address, unless others are configured or it is switched off.
 * @param others whether the gateway has identity providers of its own
 */
export async function openSignIn(
  config: StandaloneConfig,
  secrets: Secrets,
  namesFile: string,
  others: boolean,
): Promise<SignIn> {
  if (!usesLocal(config, others)) return { local: [], close: async () => {} };
  const publicUrl = publicUrlOf(config);
  const client = { clientId: 'skyshelf', clientSecret: randomBytes(24).toString('base64url') };
  const local = await startLocalIdentity({
    ...client,
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    allowRemote: config.localIdentity === 'allow-remote',
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
