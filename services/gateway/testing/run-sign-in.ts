import { keepNamesInMemory, startLocalIdentity, type LocalIdentity } from '@skyshelf/local-identity';
import { freePort, SimpleBrowser } from '@skyshelf/testing';
import { exportJWK, generateKeyPair } from 'jose';
import type { Clock } from '@skyshelf/tokens';
import { runGateway, type RunningGateway } from './run-gateway.js';

export interface RunningSignIn {
  gateway: RunningGateway;
  identity: LocalIdentity;
  stop(): Promise<void>;
}

/** A gateway and the local identity provider, as standalone starts them. */
export async function runSignIn({ clock }: { clock?: Clock } = {}): Promise<RunningSignIn> {
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const client = { clientId: 'skyshelf', clientSecret: 'the secret of the gateway at its provider' };
  const identity = await startLocalIdentity({
    ...client,
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    redirectUris: [`${publicUrl}/auth/local/callback`],
    signingKey: { ...(await exportJWK(privateKey)), kid: 'identity', alg: 'ES256', use: 'sig' },
    cookieSecret: 'a cookie secret of thirty-two or more characters',
    names: keepNamesInMemory(),
  });
  const provider = {
    kind: 'oidc',
    key: 'local',
    name: 'This machine',
    issuer: identity.issuer,
    scope: 'openid profile',
    ...client,
  } as const;
  const gateway = await runGateway({ clock, overrides: { publicUrl, providers: [provider] } });
  return {
    gateway,
    identity,
    stop: async () => {
      await gateway.stop();
      await identity.close();
    },
  };
}

/** The same, and a second replica of the gateway. */
export async function runSignInTwice(clock: Clock) {
  const { gateway, stop } = await runSignIn({ clock });
  const other = await runGateway({ clock, replicaOf: gateway });
  return { gateway, other, stop: () => other.stop().then(stop) };
}

/** The value that a page keeps during a sign-in. */
export const CLIENT_STATE = 'a-value-that-the-page-keeps';

/** Follows the sign-in up to the page that asks who it is. */
export async function askedWho(
  gateway: RunningGateway,
  browser = new SimpleBrowser(),
  query: Record<string, string> = {},
): Promise<{ browser: SimpleBrowser; page: string; text: string }> {
  const { url, answer } = await browser.follow(
    `${gateway.url}/auth/local?${new URLSearchParams({ clientState: CLIENT_STATE, ...query })}`,
  );
  return { browser, page: url, text: await answer.text() };
}

/** Types a name there. @returns the address at the gateway that the provider leads back to, not yet opened */
export async function answerWho(browser: SimpleBrowser, page: string, name: string): Promise<string> {
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name }),
  };
  const { url } = await browser.follow(page, (next) => next.includes('/auth/local/callback'), form);
  return url;
}

export interface SignedIn {
  browser: SimpleBrowser;
  path: string;
  accessToken: string;
  idToken: string;
  expiresAt: number;
  state: string | null;
  headers: { authorization: string };
}

/** The whole way. */
export async function signIn(
  gateway: RunningGateway,
  name: string,
  query: Record<string, string> = {},
): Promise<SignedIn> {
  const { browser, page } = await askedWho(gateway, undefined, query);
  const answer = await browser.go(await answerWho(browser, page, name));
  return { browser, ...tokensOf(answer.headers.get('location') ?? '') };
}

export function tokensOf(location: string) {
  const [path = '', hash = ''] = location.split('#');
  const parameters = new URLSearchParams(hash);
  const accessToken = parameters.get('access_token') ?? '';
  return {
    path,
    accessToken,
    idToken: parameters.get('id_token') ?? '',
    expiresAt: Number(parameters.get('expires_at')),
    state: parameters.get('state'),
    error: parameters.get('error'),
    headers: { authorization: `Bearer ${accessToken}` },
  };
}
