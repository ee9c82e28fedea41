import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { freePort, SimpleBrowser } from '@skyshelf/testing';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { runGateway, type RunningGateway } from './run-gateway.js';
import { CLIENT_STATE, tokensOf } from './run-sign-in.js';

const CLIENT = 'skyshelf';

export interface TokenOptions {
  issuer: string;
  nonce: string;
  /** The key that the provider's address shows. */
  key: CryptoKey;
  /** One that it does not. */
  foreignKey: CryptoKey;
}

export interface CraftedProvider {
  issuer: string;
  /** Makes the identity token of the next sign-in; null gives none. */
  craft: (terms: TokenOptions) => Promise<string | null>;
  /** The answer of `/userinfo`. */
  profile: Record<string, unknown>;
  /** Bodies that came to the token address. */
  exchanges: URLSearchParams[];
  close(): Promise<void>;
}

/** A token that says this besides what it must say. */
export const signed = (
  { issuer: iss, nonce, key: own }: TokenOptions,
  payload: JWTPayload,
  key = own,
  expires: string | number = '5m',
): Promise<string> =>
  new SignJWT({ iss, aud: CLIENT, nonce, ...payload })
    .setProtectedHeader({ alg: 'ES256', kid: 'crafted' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key);

/** The token that an honest provider would give. */
export const honest = (terms: TokenOptions): Promise<string> => signed(terms, { sub: 'eve', name: 'Eve' });

/** A gateway whose users sign in at such a provider. */
export async function runCraftedSignIn() {
  const provider = await runCraftedProvider();
  const client = { clientId: CLIENT, clientSecret: 's', scope: 'openid' };
  const config = {
    kind: 'oidc',
    key: 'crafted',
    name: 'Crafted',
    issuer: provider.issuer,
    ...client,
  } as const;
  const publicUrl = `http://127.0.0.1:${await freePort()}`;
  const gateway: RunningGateway = await runGateway({ overrides: { publicUrl, providers: [config] } });
  return {
    provider,
    gateway,
    signIn: async (craft: CraftedProvider['craft']) => {
      provider.craft = craft;
      const address = `${gateway.url}/auth/crafted?clientState=${CLIENT_STATE}`;
      const { url } = await new SimpleBrowser().follow(address, (next) => next.includes('#'));
      return tokensOf(url);
    },
    stop: async () => {
      await gateway.stop();
      await provider.close();
    },
  };
}

/**
 * An OpenID Connect provider on a real port that says whatever a test wants it to say. It lets everybody in
 * without asking.
 */
async function runCraftedProvider(): Promise<CraftedProvider> {
  const { privateKey: key, publicKey } = await generateKeyPair('ES256');
  const { privateKey: foreignKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'crafted', alg: 'ES256', use: 'sig' };
  const nonces = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: CraftedProvider = {
    issuer,
    craft: honest,
    profile: {},
    exchanges: [],
    close: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/authorize') return authorize(url, response);
    const body = await json(url, request);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body ?? {}));
  }

  function authorize(url: URL, response: ServerResponse): void {
    const code = `code-${nonces.size}`;
    nonces.set(code, url.searchParams.get('nonce') ?? '');
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
    response.writeHead(302, { location: back.href }).end();
  }

  async function json(url: URL, request: IncomingMessage): Promise<unknown> {
    if (url.pathname === '/.well-known/openid-configuration') {
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
      };
    }
    if (url.pathname === '/keys') return { keys: [jwk] };
    if (url.pathname === '/userinfo') return provider.profile;
    if (url.pathname !== '/token') return undefined;
    const exchange = new URLSearchParams(await text(request));
    provider.exchanges.push(exchange);
    const nonce = nonces.get(exchange.get('code') ?? '') ?? '';
    const idToken = await provider.craft({ issuer, nonce, key, foreignKey });
    return { access_token: 'opaque', token_type: 'Bearer', ...(idToken && { id_token: idToken }) };
  }
  return provider;
}
