import { createHash } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  keepNamesInMemory,
  startLocalIdentity,
  type LocalIdentity,
  type LocalIdentityOptions,
} from './index.js';

const redirectUri = 'http://127.0.0.1:9/auth/local/callback';

async function options(): Promise<LocalIdentityOptions> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  return {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1:9',
    redirectUris: [redirectUri],
    clientId: 'skyshelf',
    clientSecret: 'secret',
    signingKey: { ...(await crypto.subtle.exportKey('jwk', privateKey)), kid: 'k', alg: 'ES256', use: 'sig' },
    cookieSecret: 'a cookie secret of thirty-two or more characters',
    names: keepNamesInMemory([{ id: 'ann', name: '<b>Ann</b>' }]),
  };
}

describe('the local identity provider', () => {
  let identity: LocalIdentity;
  beforeAll(async () => {
    identity = await startLocalIdentity(await options());
  });
  afterAll(() => identity.close());

  const start = (extra: Record<string, string> = {}) => {
    const challenge = createHash('sha256').update('verifier').digest('base64url');
    const query = new URLSearchParams({
      client_id: 'skyshelf',
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: redirectUri,
      state: 's',
      nonce: 'n',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...extra,
    });
    return fetch(`${identity.issuer}/auth?${query}`, { redirect: 'manual' });
  };
  const page = async () => {
    const answer = await start();
    const cookie = answer.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const url = new URL(answer.headers.get('location') ?? '', identity.issuer).href;
    return { url, cookie };
  };

  it('asks who it is on a page without scripts, which shows names as text', async () => {
    const { url, cookie } = await page();
    const answer = await fetch(url, { headers: { cookie } });
    const html = await answer.text();
    expect(html).toContain('&lt;b&gt;Ann&lt;/b&gt;');
    expect(html).not.toContain('<b>Ann');
    expect(html).not.toContain('<script');
    const policy = answer.headers.get('content-security-policy') ?? '';
    const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:9");
  });

  it('asks again when no usable name was typed', async () => {
    const { url, cookie } = await page();
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(url, { method: 'POST', headers, body: 'name=%3C%3E', redirect: 'manual' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Please type a name with at least one letter or digit.');
    expect(
      (await fetch(url, { method: 'POST', headers, body: `name=${'x'.repeat(20_000)}`, redirect: 'manual' }))
        .status,
    ).toBe(422);
  });

  it('asks only the browser that began', async () => {
    const { url } = await page();
    expect((await fetch(url)).status).toBe(400);
    const other = await page();
    expect((await fetch(url, { headers: { cookie: other.cookie } })).status).toBe(400);
  });

  it('leads to no address but the one it was started with, and takes no sign-in without PKCE', async () => {
    const elsewhere = await start({ redirect_uri: 'http://evil.example/' });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.headers.get('location')).toBeNull();
    const plain = await start({ code_challenge: '', code_challenge_method: '' });
    expect(plain.headers.get('location')).toContain('error=invalid_request');
  });

  it('does not answer to a foreign name that leads to this machine', async () => {
    const status = await new Promise((resolve) => {
      const { hostname, port } = new URL(identity.issuer);
      request(
        { hostname, port, path: '/.well-known/openid-configuration', headers: { host: 'evil.example' } },
        (answer) => resolve(answer.statusCode),
      ).end();
    });
    expect(status).toBe(421);
  });

  it('does not start for a product that others can reach', async () => {
    await expect(
      startLocalIdentity({ ...(await options()), publicUrl: 'https://sky.example' }),
    ).rejects.toThrow('lets everybody in');
    const allowed = await startLocalIdentity({
      ...(await options()),
      publicUrl: 'https://sky.example',
      allowRemote: true,
    });
    await allowed.close();
  });

  it('says so when its port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(startLocalIdentity({ ...(await options()), port })).rejects.toThrow('EADDRINUSE');
    server.close();
  });
});
