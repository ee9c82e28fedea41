import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  honest,
  runCraftedSignIn,
  signed,
  type CraftedProvider,
  type TokenOptions,
} from '../../testing/crafted-provider.js';
import type { RunningGateway } from '../../testing/run-gateway.js';

const alice = { sub: 'alice' };

const tampered = async (terms: TokenOptions) => {
  const [header, payload = '', signature] = (await honest(terms)).split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'alice' };
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};
const unsigned = async ({ issuer, nonce }: TokenOptions) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: 'none' })}.${encode({ iss: issuer, aud: 'skyshelf', ...alice, nonce, iat: now, exp: now + 300 })}.`;
};

describe('the identity token of a provider', () => {
  let crafted: Awaited<ReturnType<typeof runCraftedSignIn>>;
  let provider: CraftedProvider;
  let gateway: RunningGateway;
  beforeAll(async () => {
    crafted = await runCraftedSignIn();
    ({ provider, gateway } = crafted);
  });
  afterAll(() => crafted.stop());
  beforeEach(() => {
    provider.profile = {};
  });

  it('lets in whom it names, and sends the proof of the code (PKCE) along', async () => {
    const { error, headers } = await crafted.signIn(honest);
    expect(error).toBeNull();
    const who = await fetch(`${gateway.url}/api/userinfo`, { headers });
    expect(await who.json()).toEqual({ sub: 'crafted|eve', name: 'Eve', picture: null, admin: false });
    expect(provider.exchanges.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it.each<[string, CraftedProvider['craft']]>([
    ['was changed on the way', tampered],
    ['has no signature', unsigned],
    ['was signed by another', (terms) => signed(terms, alice, terms.foreignKey)],
    ['was made for another client', (terms) => signed(terms, { ...alice, aud: 'another' })],
    ['is meant for another party', (terms) => signed(terms, { ...alice, aud: ['skyshelf', 'x'], azp: 'x' })],
    ['was made by another issuer', (terms) => signed(terms, { ...alice, iss: 'http://evil.example' })],
    ['has expired', (terms) => signed(terms, alice, terms.key, Math.floor(Date.now() / 1000) - 60)],
    ['belongs to another sign-in', (terms) => signed(terms, { ...alice, nonce: 'another' })],
    ['belongs to no sign-in', (terms) => signed(terms, { ...alice, nonce: undefined })],
    ['is missing', async () => null],
  ])('is refused when it %s', async (_, craft) => {
    expect((await crafted.signIn(craft)).error).toBe('invalid_id_token');
  });

  it('is completed by the user-info answer, but only about the same person', async () => {
    const nameOf = async () => {
      const { headers } = await crafted.signIn((terms) => signed(terms, { sub: 'fay' }));
      return (await (await fetch(`${gateway.url}/api/userinfo`, { headers })).json()) as object;
    };
    provider.profile = { sub: 'fay', name: 'Fay' };
    expect(await nameOf()).toMatchObject({ sub: 'crafted|fay', name: 'Fay' });
    provider.profile = { sub: 'somebody', name: 'Somebody Else' };
    expect(await nameOf()).toMatchObject({ sub: 'crafted|fay', name: 'fay' });
  });

  it('is refused when it names a user in a way that could be taken for a path or a provider', async () => {
    for (const sub of ['a/b', 'a|b', '', 'a b', '<script>']) {
      const { error } = await crafted.signIn((terms) => signed(terms, { sub, name: 'X' }));
      expect(error, sub).toBe('provider_error');
    }
  });
});
