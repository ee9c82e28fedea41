import { randomBytes } from 'node:crypto';
import { blobOfAddress, limits, routes, type BlobId, type FinishedUpload } from '@skyshelf/contracts';
import { ObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { apiClient, canTest } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Account } from '../testing/account.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';
import { bucketForTest } from '../testing/stores.js';

const size = limits.maxSingleRequestBytes + 1000;
const file = new Uint8Array(randomBytes(size));
const name = 'Über "uns"; evil.html';
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

const start = async (directDownloads = true, change?: (real: ObjectStore) => ObjectStore) => {
  const storage = await runStorage(change, () => bucketForTest('versitygw'), { directDownloads });
  return { storage, alice: storage.account() };
};

async function upload({ storage, alice }: { storage: RunningStorage; alice: Account }): Promise<string> {
  const grant = alice.grant({ size, name, contentType: 'text/html' });
  const { uploadId, urls } = (await (await alice.post('/api/upload/parts', { grant })).json()) as {
    uploadId: string;
    urls: { partNumber: number; url: string }[];
  };
  const parts = [];
  for (const { partNumber, url } of urls) {
    const at = (partNumber - 1) * limits.partBytes;
    const answer = await fetch(url, { method: 'PUT', body: file.slice(at, at + limits.partBytes) });
    parts.push({ partNumber, etag: answer.headers.get('etag') });
  }
  const done = await alice.post(`/api/upload/parts/${uploadId}/complete`, { parts });
  const { linkurl } = (await done.json()) as FinishedUpload;
  storage.shelf.name(alice.drive, blobOfAddress(linkurl) as BlobId, name);
  return linkurl;
}

/** As a program asks, but for these headers; fetch would say that it is the script of a page. */
async function get(
  { storage, alice }: { storage: RunningStorage; alice: Account },
  key0: string,
  headers: Record<string, string> = {},
) {
  const client = apiClient(storage.address, alice.token);
  const answer = await client.send(routes.download, { query: { key0 }, headers });
  client.close();
  return { ...answer, location: String(answer.headers.location ?? '') };
}

async function refusal(answered: ReturnType<typeof get>) {
  const { status, body } = await answered;
  return [status, (body as { error: { code: string } }).error.code];
}

describe.skipIf(!(await canTest('versitygw')))('a large download from an S3 store', () => {
  let storage: RunningStorage;
  let alice: Account;
  let linkurl: string;
  let blobId: string;
  let away = false;
  beforeAll(async () => {
    ({ storage, alice } = await start(true, (real) => ({
      ...real,
      head: async (key) => {
        if (away) throw new ObjectStoreError('unavailable', 'away');
        return real.head(key);
      },
    })));
    linkurl = await upload({ storage, alice });
    blobId = blobOfAddress(linkurl) ?? '';
  }, 180_000);
  afterAll(() => storage?.stop());

  const ask = (headers: Record<string, string> = {}) =>
    get({ storage, alice }, linkurl, { ...navigation, ...headers });
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

  it('comes straight from there to a browser that goes to it, as nothing but bytes to be saved', async () => {
    const sent = await ask();
    expect([sent.status, sent.headers['cache-control']]).toEqual([302, 'no-store']);
    const { origin, searchParams } = new URL(sent.location);
    expect([origin === storage.address, searchParams.get('X-Amz-Expires')]).toEqual([false, '3600']);
    const came = await fetch(sent.location);
    expect(Object.fromEntries(came.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="_ber _uns_; evil.html"; filename*=UTF-8''%C3%9Cber%20%22uns%22%3B%20evil.html`,
      'content-length': String(size),
    });
    expect((await bytesOf(came)).equals(file)).toBe(true);
  });

  it.each([
    ['a script of a page', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a part of a page', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a program', {}],
  ])(
    'passes through to who did not come to save it, or is bound to its own origin: %s',
    async (_, headers) => {
      const answer = await get({ storage, alice }, linkurl, headers);
      expect([answer.status, answer.bytes.equals(file)]).toEqual([200, true]);
    },
  );

  it('tells its length without being sent elsewhere', async () => {
    const path = `/api/download?key0=${encodeURIComponent(linkurl)}`;
    const { status, headers } = await alice.fetch(path, { method: 'HEAD', redirect: 'error' });
    expect([status, headers.get('content-length'), headers.get('etag')]).toEqual([
      200,
      String(size),
      `"${blobId}"`,
    ]);
  });

  it('goes on where it has begun', async () => {
    const here = await ask({ range: 'bytes=10-', 'if-range': `"${blobId}"` });
    expect([here.status, here.bytes.equals(file.subarray(10))]).toEqual([206, true]);
    const { headers } = await fetch((await ask()).location, { headers: { range: 'bytes=0-0' } });
    const theirs = { range: 'bytes=10-', 'if-range': headers.get('etag') ?? '' };
    const sent = await ask(theirs);
    expect(sent.status).toBe(302);
    const there = await fetch(sent.location, { headers: theirs });
    expect([there.status, (await bytesOf(there)).equals(file.subarray(10))]).toEqual([206, true]);
  });

  it('passes through in small parts, and a range outside is refused here', async () => {
    const part = await ask({ range: 'bytes=5-9' });
    expect([part.status, part.bytes.equals(file.subarray(5, 10))]).toEqual([206, true]);
    expect((await ask({ range: `bytes=${size}-` })).status).toBe(416);
  });

  it('is for its owner, as long as the file is there', async () => {
    const bob = storage.account('bob');
    expect(await refusal(get({ storage, alice: bob }, linkurl))).toEqual([404, 'file.not-found']);
    const gone = await upload({ storage, alice });
    storage.shelf.forget(alice.drive, blobOfAddress(gone) as BlobId);
    expect(await refusal(get({ storage, alice }, gone))).toEqual([404, 'file.not-found']);
  });

  it('is refused here when the store is away, or has lost it', async () => {
    away = true;
    onTestFinished(() => void (away = false));
    expect((await ask()).status).toBe(502);
    away = false;
    const lost = await upload({ storage, alice });
    await storage.objects.delete([blobOfAddress(lost) ?? '']);
    expect((await get({ storage, alice }, lost, navigation)).status).toBe(404);
  });

  it('passes through where the operator wants it so', async () => {
    const other = await start(false);
    onTestFinished(() => other.storage.stop());
    const answer = await get(other, await upload(other), navigation);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html']);
    expect(answer.bytes.equals(file)).toBe(true);
  });
});
