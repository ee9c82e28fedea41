import { canTest, eventually, runUri, testDatabase, testKafka, type TestDatabase } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import { startGateway } from './start.js';
import { newSigningKey } from './testing/run-gateway.js';

const secret = 'a secret of this test, long enough to be one';

const environmentOf = async ({ name }: TestDatabase) => ({
  MONGODB_URI: runUri(),
  SKYSHELF_DATABASE_PREFIX: `${name}_`,
  SKYSHELF_INTERNAL_SECRET: secret,
  SIGNING_KEYS: JSON.stringify([await newSigningKey('now'), await newSigningKey('before')]),
  PUBLIC_URL: 'https://sky.example/',
  SKYSHELF_PEERS: 'catalog=http://127.0.0.1:9',
  IDENTITY_PROVIDERS: '[{"kind":"github","clientId":"a","clientSecret":"b"}]',
  LOG_LEVEL: 'silent',
});

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

it.skipIf(!(await canTest('kafka')))(
  'takes requests from the moment that it hears live changes',
  { timeout: 180_000 },
  async () => {
    const { brokers, topicPrefix, drop } = await testKafka();
    const database = await testDatabase('alone');
    database.sibling('skyshelf_gateway');
    const { address, stop } = await startGateway({
      ...(await environmentOf(database)),
      KAFKA_BROKERS: brokers.join(),
      KAFKA_TOPIC_PREFIX: topicPrefix,
      KAFKA_PARTITIONS: '2',
      KAFKA_REPLICATION: '1',
    });
    const live = async () => {
      const [ready, health] = await Promise.all([
        fetch(`${address}/health/ready`),
        fetch(`${address}/health`),
      ]);
      const { checks } = (await health.json()) as { checks: Record<string, { status: string }> };
      return { ready: ready.status, live: checks['gateway.live']?.status };
    };
    try {
      expect(await live()).toEqual({ ready: 503, live: 'failed' });
      await eventually(async () => expect(await live()).toEqual({ ready: 200, live: 'ok' }), {
        timeoutMs: 60_000,
      });
    } finally {
      await stop();
      await database.drop();
      await drop();
    }
  },
);

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
