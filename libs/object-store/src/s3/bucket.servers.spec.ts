import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { freePort, testS3 } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { code } from '../../testing/contract/contract-subject.js';
import { FaultyProxy } from '../../testing/faulty-proxy.js';
import { s3Kinds, STORE_MS } from '../../testing/s3-kinds.js';
import { translated } from './errors.js';
import { headObject, openObject } from './objects.js';
import { createS3Store, type S3StoreOptions } from './s3-store.js';
import type { Credentials } from './signing-key.js';
import { Wire } from './wire.js';

for (const kind of s3Kinds) {
  const fresh = () => testS3(kind);
  const refusal = async (options: S3StoreOptions): Promise<string> => {
    const opened = await createS3Store(options).catch((error: unknown) => error);
    expect(opened).toMatchObject({ name: 'ObjectStoreError', code: 'unavailable' });
    return (opened as Error).message;
  };

  describe(`the bucket of an installation (${kind})`, () => {
    beforeAll(async () => void (await fresh()), STORE_MS);

    it('is made when it is missing, by however many processes that start at once, and found again', async () => {
      const options = await fresh();
      const stores = await Promise.all(Array.from({ length: 8 }, () => createS3Store(options)));
      await stores[0]?.put('photo', Buffer.from('bytes'));
      expect(await Promise.all(stores.map(async (store) => (await store.head('photo'))?.size))).toEqual(
        stores.map(() => 5),
      );
      const later = await createS3Store(options);
      expect(await later.head('photo')).toMatchObject({ size: 5 });
      await Promise.all([...stores, later].map((store) => store.close()));
    });

    it('is not opened with wrong keys, and the message names the setting', async () => {
      const s3 = await fresh();
      const as = (keys: Partial<Credentials>) => ({ ...s3, credentials: () => ({ ...s3, ...keys }) });
      expect(await refusal(as({ secretKey: 'wrong-secret' }))).toMatch(
        /^The object store http:\S+ .*S3_SECRET_KEY/,
      );
      expect(await refusal(as({ accessKey: 'stranger' }))).toMatch(/S3_ACCESS_KEY/);
    });

    it('does not take unknown keys or a lost bucket for objects that are not there', async () => {
      const bucket = new Wire(await fresh());
      await expect(translated(() => headObject(bucket, 'photo'))).rejects.toEqual(code('unavailable'));
      await expect(translated(() => openObject(bucket, 'photo'))).rejects.toEqual(code('unavailable'));
      const s3 = await fresh();
      const keys = new Wire({ ...s3, credentials: () => ({ ...s3, accessKey: 'stranger' }) });
      await expect(translated(() => headObject(keys, 'photo'))).rejects.toEqual(code('unavailable'));
      await expect(translated(() => openObject(keys, 'photo'))).rejects.toEqual(code('unavailable'));
      bucket.close();
      keys.close();
    });

    it('lets the page PUT parts from its origin and read their ETag', async () => {
      const pageOrigin = 'https://sky.example';
      const store = await createS3Store({ ...(await fresh()), pageOrigin });
      const id = await store.createMultipart('film');
      const address = (await store.presignPart('film', id, 1, 60_000, 4)) ?? '';
      const asked = await fetch(address, {
        method: 'OPTIONS',
        headers: {
          origin: pageOrigin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(asked.ok).toBe(true);
      expect(['*', pageOrigin]).toContain(asked.headers.get('access-control-allow-origin'));
      expect(asked.headers.get('access-control-allow-methods')).toMatch(/PUT/);
      const put = await fetch(address, { method: 'PUT', body: 'part', headers: { origin: pageOrigin } });
      expect(['*', pageOrigin]).toContain(put.headers.get('access-control-allow-origin'));
      expect(put.headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(/etag|\*/);
      await store.close();
    });
  });

  describe(`a start without a store (${kind})`, () => {
    it('waits for one that is busy at first', async () => {
      const s3 = await fresh();
      const way = await FaultyProxy.to(s3.endpoint);
      way.next('busy', 'lost', 'busy', 'busy', 'lost', 'busy', 'busy');
      const store = await createS3Store({ ...s3, endpoint: way.endpoint });
      await store.put('photo', Buffer.from('bytes'));
      await store.close();
      await way.close();
    });
  });
}

describe('a start without a store', () => {
  const credentials = () => ({ accessKey: 'a', secretKey: 'b' });
  const options = { bucket: 'skyshelf', region: 'us-east-1', credentials, startMs: 300 };
  const refusal = (endpoint: string) =>
    createS3Store({ ...options, endpoint }).then(
      () => 'opened',
      (error: Error) => error.message,
    );

  it('says where no one answered', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    expect(await refusal(endpoint)).toBe(
      `The object store ${endpoint} (S3_ENDPOINT) is not reachable: connect ECONNREFUSED ${endpoint.slice(7)}. Bucket: skyshelf.`,
    );
    expect(await refusal('http://nobody.invalid')).toMatch(/S3_ENDPOINT.*ENOTFOUND|S3_ENDPOINT.*EAI_AGAIN/);
  });

  it('says that something else answers there', async () => {
    const page = createServer((_, answer) => void answer.end('<!doctype html><p>Hello<br>'));
    page.listen(0, '127.0.0.1');
    await once(page, 'listening');
    const endpoint = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    expect(await refusal(endpoint)).toMatch(/does not answer as an S3 store/);
    page.close();
  });
});
