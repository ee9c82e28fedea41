import { describe, expect, it } from 'vitest';
import { providerList, readDiscovery } from './provider.js';

const client = { clientId: 'id', clientSecret: 'secret' };

describe('the providers of an installation', () => {
  it('need little for those that are known: their name and key come along', () => {
    expect(
      providerList.parse([
        { kind: 'google', ...client },
        { kind: 'github', ...client },
      ]),
    ).toMatchObject([
      { key: 'google', name: 'Google' },
      { key: 'github', name: 'GitHub' },
    ]);
  });

  it('must have keys of their own, since a key stands before each subject', () => {
    expect(
      providerList.safeParse([
        { kind: 'google', ...client },
        { kind: 'google', ...client },
      ]).success,
    ).toBe(false);
    expect(providerList.safeParse([{ kind: 'google', ...client, key: 'a|b' }]).success).toBe(false);
  });
});

describe('a discovery document', () => {
  const document = {
    issuer: 'https://id.example',
    authorization_endpoint: 'https://id.example/a',
    token_endpoint: 'https://id.example/t',
    jwks_uri: 'https://id.example/k',
  };

  it('says where to go', () => {
    expect(readDiscovery('https://id.example', 'openid', document)).toMatchObject({
      authorization: 'https://id.example/a',
      verify: { issuer: 'https://id.example', keys: 'https://id.example/k' },
    });
  });

  it('must speak of the issuer that was asked', () => {
    expect(() => readDiscovery('https://other.example', 'openid', document)).toThrow(
      'speaks of https://id.example',
    );
    expect(() =>
      readDiscovery('https://id.example', 'openid', { ...document, jwks_uri: 'file:///etc/passwd' }),
    ).toThrow();
  });
});
