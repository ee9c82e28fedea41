import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '@skyshelf/config';
import { canTest } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../../testing/contract/contract-subject.js';
import { startRoleStore, type RoleStore } from '../../testing/role-store.js';
import { objectStoreConfig } from '../object-store.config.js';
import { openObjectStore } from '../open-object-store.js';

describe.skipIf(!(await canTest('minio')))('a store with an authority of its own that gives roles', () => {
  let roles: RoleStore;
  let folder: string;
  beforeAll(async () => {
    roles = await startRoleStore();
    folder = mkdtempSync(join(tmpdir(), 'skyshelf-token-'));
  }, 120_000);
  afterAll(async () => {
    await roles.stop();
    rmSync(folder, { recursive: true });
  });

  function opened(token: string, more: Record<string, string> = {}) {
    writeFileSync(join(folder, 'token'), token);
    const env = {
      S3_ENDPOINT: roles.endpoint,
      S3_CA_FILE: roles.authority,
      AWS_ENDPOINT_URL_STS: roles.endpoint,
      AWS_ROLE_ARN: roles.roleArn,
      AWS_WEB_IDENTITY_TOKEN_FILE: join(folder, 'token'),
      ...more,
    };
    const config = loadConfig(objectStoreConfig, env, { service: 'storage' });
    return openObjectStore(config, { service: 'storage' });
  }

  it('is used by who shows a token, without keys; addresses for browsers hold too', async () => {
    const store = await opened(roles.token());
    await store.put('photo', Buffer.from('bytes'));
    expect((await read(store, 'photo')).toString()).toBe('bytes');
    const shown = { disposition: 'attachment', type: 'text/plain' };
    const address = (await store.presignGet('photo', 60_000, shown)) ?? '';
    const ca = readFileSync(roles.authority);
    const answer = await new Promise<string>((resolve, reject) => {
      get(address, { ca }, (got) => void text(got).then(resolve, reject)).on('error', reject);
    });
    expect(answer).toBe('bytes');
    expect(await Array.fromAsync(store.list())).toHaveLength(1);
    await store.delete(['photo']);
    expect(await store.head('photo')).toBeNull();
    await store.close();
  });

  it('is not opened with a token that has run out, nor by who does not know the authority', async () => {
    const old = Math.floor(Date.now() / 1000) - 60;
    await expect(opened(roles.token({ exp: old }))).rejects.toThrow(/AWS_ROLE_ARN cannot be taken on/);
    const other = join(folder, 'other.pem');
    writeFileSync(other, '-----BEGIN CERTIFICATE-----\n');
    await expect(opened(roles.token(), { S3_CA_FILE: other })).rejects.toThrow(
      /AWS_ROLE_ARN cannot be taken on/,
    );
  });
});
