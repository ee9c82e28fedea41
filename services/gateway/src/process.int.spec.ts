import { startServiceProcess } from '@skyshelf/service';
import { testDatabase } from '@skyshelf/testing';
import { newTokenKey, testKeyFile } from '@skyshelf/tokens/testing';
import { expect, it } from 'vitest';
import { gateway } from './gateway.service.js';
import { environmentOf } from '../testing/process-environment.js';

it('runs as a process of its own, from its settings alone', async () => {
  const database = await testDatabase('alone');
  database.sibling('skyshelf_gateway');
  const keyFile = testKeyFile();
  keyFile.write({ tokenKeys: [...keyFile.keys.tokenKeys, newTokenKey('before')] });
  const { address, publicAddress, stop } = await startServiceProcess(gateway, {
    env: environmentOf(database, keyFile),
  });
  try {
    const call = (path: string, init?: RequestInit) =>
      fetch(`${path.startsWith('/internal/') ? address : publicAddress}${path}`, init);
    expect(await (await call('/health/ready')).json()).toMatchObject({ status: 'ok' });
    // Strangers are not told what is open here.
    expect(await (await fetch(`${address}/health`)).json()).toMatchObject({
      checks: {
        'gateway.exposure': { status: 'degraded', hint: expect.stringContaining('TRUSTED_PROXIES') },
      },
    });
    expect(await (await call('/api/auth/providers')).json()).toEqual({
      docs: [{ key: 'github', name: 'GitHub', kind: 'github' }],
    });
    const internal = { ...keyFile.internal, 'content-type': 'application/json' };
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
    keyFile.remove();
    await database.drop();
  }
});

it('exempts no one from limits where others can come in', async () => {
  const database = await testDatabase('alone');
  const keys = testKeyFile();
  const env = { ...environmentOf(database, keys), RATE_UNLIMITED: '127.0.0.1' };
  await expect(startServiceProcess(gateway, { env })).rejects.toThrow(
    'RATE_UNLIMITED: given 127.0.0.1, but others can reach PUBLIC_URL https://sky.example',
  );
  keys.remove();
  await database.drop();
});

it('says which keys are missing in its file', async () => {
  const database = await testDatabase('alone');
  const keys = testKeyFile();
  keys.write({ tokenKeys: [] });
  await expect(startServiceProcess(gateway, { env: environmentOf(database, keys) })).rejects.toThrow(
    `SKYSHELF_KEYS_FILE: given ${keys.path}. tokenKeys cannot be read.`,
  );
  keys.remove();
  await database.drop();
});
