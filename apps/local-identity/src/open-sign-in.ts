import { randomBytes } from 'node:crypto';
import { ConfigError } from '@skyshelf/config';
import type { ProviderOptions } from './create-provider.js';
import { keepNamesInFile } from './known-names.js';
import { isLocalUrl, startLocalIdentity } from './start-local-identity.js';

const KEY = 'local';

export interface SignInOptions {
  /** `auto`: without another provider, on this machine; `allow-remote`: always; `off`: never. */
  localIdentity: 'auto' | 'allow-remote' | 'off';
  publicUrl: string;
  /** Whether the gateway has providers of its own. */
  others: boolean;
}

export interface LocalProvider {
  kind: 'oidc';
  key: string;
  name: string;
  issuer: string;
  scope: string;
  clientId: string;
  clientSecret: string;
}

export interface SignIn {
  local: readonly LocalProvider[];
  close(): Promise<void>;
}

/**
 * Checks the settings before anything is opened.
 * @throws ConfigError for the local provider on a page reachable from elsewhere, unless allowed
 */
export function checkSignIn(options: SignInOptions): void {
  const { publicUrl, localIdentity } = options;
  if (localIdentity === 'allow-remote' || !usesLocal(options) || isLocalUrl(publicUrl)) return;
  throw new ConfigError('Skyshelf', [
    `PUBLIC_URL: given ${publicUrl}, which others can reach, but the local sign-in lets everybody in under any name. Configure IDENTITY_PROVIDERS instead, or set LOCAL_SIGN_IN=allow-remote where everybody is trusted.`,
  ]);
}

const usesLocal = ({ localIdentity, others }: SignInOptions): boolean =>
  localIdentity === 'allow-remote' || (localIdentity === 'auto' && !others);

export interface SignInKeys {
  signingKey: ProviderOptions['signingKey'];
  cookieSecret: string;
  namesFile: string;
}

/** On a free loopback port, unless others are configured or it is switched off. */
export async function openSignIn(
  options: SignInOptions,
  { signingKey, cookieSecret, namesFile }: SignInKeys,
): Promise<SignIn> {
  if (!usesLocal(options)) return { local: [], close: async () => {} };
  const { publicUrl, localIdentity } = options;
  const client = { clientId: 'skyshelf', clientSecret: randomBytes(24).toString('base64url') };
  const local = await startLocalIdentity({
    ...client,
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    allowRemote: localIdentity === 'allow-remote',
    redirectUris: [`${publicUrl}/auth/${KEY}/callback`],
    signingKey,
    cookieSecret,
    names: keepNamesInFile(namesFile),
  });
  const own: LocalProvider = {
    kind: 'oidc',
    key: KEY,
    name: 'This computer',
    issuer: local.issuer,
    scope: 'openid profile',
    ...client,
  };
  return { local: [own], close: () => local.close() };
}
