import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort, SimpleBrowser } from '@skyshelf/testing';
import {
  honest,
  runCraftedProvider,
  signed,
  type CraftedProvider,
  type TokenOptions,
} from '../../testing/crafted-provider.js';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';
import { CLIENT_STATE, tokensOf } from '../../testing/run-sign-in.js';

const CLIENT = 'skyshelf';

const tampered = async (terms: TokenOptions) => {
  const [header, payload = '', signature] = (await honest(terms)).split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'alice' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};
const unsigned = async ({ issuer, clientId, nonce }: TokenOptions) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: 'none' })}.${encode({ iss: issuer, aud: clientId, sub: 'alice', nonce, iat: now, exp: now + 300 })}.`;
};

describe('the identity token of a provider', () => {
  let provider: CraftedProvider;
  let gateway: RunningGateway;
  beforeAll(async () => {
    provider = await runCraftedProvider(CLIENT);
    const config = {
      kind: 'oidc',
      key: 'crafted',
      name: 'Crafted',
      issuer: provider.issuer,
      scope: 'openid',
      clientId: CLIENT,
      clientSecret: 's',
    } as const;
    gateway = await runGateway({
      overrides: { publicUrl: `http://127.0.0.1:${await freePort()}`, providers: [config] },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await provider.close();
  });
  beforeEach(() => {
    provider.profile = {};
  });

  const outcome = async (craft: CraftedProvider['craft']) => {
    provider.craft = craft;
    const { url } = await new SimpleBrowser().follow(
      `${gateway.url}/auth/crafted?clientState=${CLIENT_STATE}`,
      (next) => next.includes('#'),
    );
    return { ...tokensOf(url), error: tokensOf(url).error };
  };

  it('lets in whom it names, and sends the proof of the code (PKCE) along', async () => {
    const { error, headers } = await outcome(honest);
    expect(error).toBeNull();
    const who = await fetch(`${gateway.url}/api/userinfo`, { headers });
    expect(await who.json()).toEqual({ sub: 'crafted|eve', name: 'Eve', picture: null, admin: false });
    expect(provider.exchanges.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it.each<[string, CraftedProvider['craft']]>([
    ['was changed on the way', tampered],
    ['has no signature', unsigned],
    [
      'was signed by another',
      (t) => signed({ iss: t.issuer, aud: t.clientId, sub: 'alice', nonce: t.nonce }, t.foreignKey),
    ],
    [
      'was made for another client',
      (t) => signed({ iss: t.issuer, aud: 'another', sub: 'alice', nonce: t.nonce }, t.key),
    ],
    [
      'is meant for another party',
      (t) => signed({ iss: t.issuer, aud: [t.clientId, 'x'], azp: 'x', sub: 'alice', nonce: t.nonce }, t.key),
    ],
    [
      'was made by another issuer',
      (t) => signed({ iss: 'http://evil.example', aud: t.clientId, sub: 'alice', nonce: t.nonce }, t.key),
    ],
    [
      'has expired',
      (t) =>
        signed(
          { iss: t.issuer, aud: t.clientId, sub: 'alice', nonce: t.nonce },
          t.key,
          Math.floor(Date.now() / 1000) - 60,
        ),
    ],
    [
      'belongs to another sign-in',
      (t) => signed({ iss: t.issuer, aud: t.clientId, sub: 'alice', nonce: 'another' }, t.key),
    ],
    ['belongs to no sign-in', (t) => signed({ iss: t.issuer, aud: t.clientId, sub: 'alice' }, t.key)],
    ['is missing', async () => null],
  ])('is refused when it %s', async (_, craft) => {
    expect((await outcome(craft)).error).toBe('invalid_id_token');
  });

  it('is completed by the user-info answer, but only about the same person', async () => {
    const nameless = (t: TokenOptions) =>
      signed({ iss: t.issuer, aud: t.clientId, sub: 'fay', nonce: t.nonce }, t.key);
    const nameOf = async () => {
      const { headers } = await outcome(nameless);
      return (await (await fetch(`${gateway.url}/api/userinfo`, { headers })).json()) as object;
    };
    provider.profile = { sub: 'fay', name: 'Fay' };
    expect(await nameOf()).toMatchObject({ sub: 'crafted|fay', name: 'Fay' });
    provider.profile = { sub: 'somebody', name: 'Somebody Else' };
    expect(await nameOf()).toMatchObject({ sub: 'crafted|fay', name: 'fay' });
  });

  it('is refused when it names a user in a way that could be taken for a path or a provider', async () => {
    for (const sub of ['a/b', 'a|b', '', 'a b', '<script>']) {
      const craft = (t: TokenOptions) =>
        signed({ iss: t.issuer, aud: t.clientId, sub, name: 'X', nonce: t.nonce }, t.key);
      expect((await outcome(craft)).error, sub).toBe('provider_error');
    }
  });
});
