import { runUri, testDatabase } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import { startGateway } from './start.js';
import { environmentOf, secret } from './testing/process-environment.js';

it('runs as a process of its own, from its settings alone', async () => {
  const database = await testDatabase('alone');
  database.sibling('skyshelf_gateway');
  const { address, stop } = await startGateway(await environmentOf(database));
  try {
    const call = (path: string, init?: RequestInit) => fetch(`${address}${path}`, init);
    expect(await (await call('/health/ready')).json()).toMatchObject({ status: 'ok' });
    expect(await (await call('/api/auth/providers')).json()).toEqual({
      docs: [{ key: 'github', name: 'GitHub', kind: 'github' }],
    });
    const internal = { authorization: `Internal ${secret}`, 'content-type': 'application/json' };
    const { keys } = (await (await call('/internal/keys', { headers: internal })).json()) as {
      keys: object[];
    };
    expect(keys).toHaveLength(2);
    expect(JSON.stringify(keys)).not.toContain('"d":');

    const issued = await call('/internal/token', {
      method: 'POST',
      headers: internal,
      body: '{"user":"alice"}',
    });
    const { accessToken } = (await issued.json()) as { accessToken: string };
    const cookie = await call('/api/token/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: accessToken }),
    });
    expect(cookie.headers.get('set-cookie')).toMatch(
      /^__Host-skyshelf=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(cookie.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const away = await call('/api/account/usage/', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(away.status).toBe(502);
  } finally {
    await stop();
    await database.drop();
  }
});

it('says what is wrong with its settings, and does not print secrets', async () => {
  const start = startGateway({
    MONGODB_URI: runUri(),
    SKYSHELF_INTERNAL_SECRET: secret,
    SIGNING_KEYS: '[{"kty":"RSA","d":"very private"}]',
    PUBLIC_URL: 'sky',
    RATE_READ: 'many',
    IDENTITY_PROVIDERS: '{half',
  });
  await expect(start).rejects.toThrow(/SIGNING_KEYS[^]*PUBLIC_URL|PUBLIC_URL[^]*SIGNING_KEYS/);
  const error: Error = await start.catch((failure: Error) => failure).then((each) => each as Error);
  expect(error.message).toContain('RATE_READ');
  expect(error.message).toContain('IDENTITY_PROVIDERS');
  expect(error.message).not.toContain('very private');
});
