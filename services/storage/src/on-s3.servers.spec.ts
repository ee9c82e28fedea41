import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { blobOfAddress, limits, type FinishedUpload } from '@skyshelf/contracts';
import { ObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { canTest, eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Account } from '../testing/account.js';
import { refusal } from '../testing/refusal.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';
import { bucketForTest } from '../testing/stores.js';

interface Named {
  partNumber: number;
  etag: string;
}
interface State {
  uploadId: string;
  partBytes: number;
  received: (Named & { size: number })[];
  urls: { partNumber: number; url: string }[];
}
const size = limits.partBytes + 1000;
const file = new Uint8Array(randomBytes(size));
const partOf = (partNumber: number) =>
  file.slice((partNumber - 1) * limits.partBytes, partNumber * limits.partBytes);

for (const kind of ['versitygw', 'minio'] as const)
  describe.skipIf(!(await canTest(kind)))(`storage on an S3 store (${kind})`, () => {
    let storage: RunningStorage;
    let alice: Account;
    let away = false;
    beforeAll(async () => {
      storage = await runStorage(
        failingWhile(() => away),
        () => bucketForTest(kind),
      );
      alice = storage.account();
    }, 180_000);
    afterAll(() => storage?.stop());

    const start = async (grant: string, confirmed?: Named[]) =>
      (await (await alice.post('/api/upload/parts', { grant, confirmed })).json()) as State;
    const put = (url: string, body: Uint8Array<ArrayBuffer>) => fetch(url, { method: 'PUT', body });
    const complete = (uploadId: string, parts: unknown) =>
      alice.post(`/api/upload/parts/${uploadId}/complete`, { parts });
    const bytesOf = async ({ linkurl }: FinishedUpload, headers = {}) => {
      const answer = await alice.fetch(`/files/Cloud/${blobOfAddress(linkurl)}/x`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };

    it.each([0, 1, 8192, 300_000, limits.maxSingleRequestBytes])(
      'takes and gives %i bytes that come in one request',
      async (bytes) => {
        const sent = new Uint8Array(randomBytes(bytes));
        const finished = await alice.upload(sent);
        expect((await bytesOf(finished)).equals(sent)).toBe(true);
      },
    );

    it('sends the browser to the store with its parts, and joins what it says has arrived', async () => {
      const grant = alice.grant({ size });
      const { uploadId, urls, received } = await start(grant);
      expect(received).toEqual([]);
      expect(urls.map(({ url }) => new URL(url).origin)).not.toContain(storage.address);
      const parts = [];
      for (const { partNumber, url } of urls) {
        const answer = await put(url, partOf(partNumber));
        expect(answer.status).toBe(200);
        parts.push({ partNumber, etag: etagOf(answer) });
      }
      const finished = (await (await complete(uploadId, parts)).json()) as FinishedUpload;
      expect((await bytesOf(finished)).equals(file)).toBe(true);
      const middle = await bytesOf(finished, {
        range: `bytes=${limits.partBytes - 5}-${limits.partBytes + 4}`,
      });
      expect(middle.equals(file.subarray(limits.partBytes - 5, limits.partBytes + 5))).toBe(true);
      expect(await (await complete(uploadId, parts)).json()).toEqual(finished);
    });

    it('lets no one bring more or fewer bytes than granted', async () => {
      const { urls } = await start(alice.grant({ size }));
      const [first, second] = urls.map(({ url }) => url);
      expect((await put(second ?? '', file.slice(0, 1001))).status).toBe(403);
      expect((await put(second ?? '', file.slice(0, 999))).status).toBe(403);
      expect((await put(first ?? '', file.slice(0, 1000))).status).toBe(403);
    });

    it('counts a part only by what the store answered to its sender: one that broke off may be listed in full', async () => {
      const grant = alice.grant({ size });
      const { uploadId, urls } = await start(grant);
      const [first = '', second = ''] = urls.map(({ url }) => url);
      for (let round = 0; round < 5; round += 1) await breakOff(first, partOf(1));
      const sent = { partNumber: 2, etag: etagOf(await put(second, partOf(2))) };
      expect((await start(grant)).received).toEqual([]);
      const again = await start(grant, [{ partNumber: 1, etag: sent.etag }, sent]);
      expect(again.received).toEqual([{ ...sent, etag: sent.etag.replaceAll('"', ''), size: 1000 }]);
      expect(again.urls.map(({ partNumber }) => partNumber)).toEqual([1]);
      const parts = [{ partNumber: 1, etag: etagOf(await put(again.urls[0]?.url ?? '', partOf(1))) }, sent];
      const finished = (await (await complete(uploadId, parts)).json()) as FinishedUpload;
      expect((await bytesOf(finished)).equals(file)).toBe(true);
    });

    it('says that a part of the product is away while the store is, and goes on afterwards', async () => {
      const sent = new Uint8Array(randomBytes(300_000));
      const finished = await alice.upload(sent);
      const grant = alice.grant({ size: sent.length });
      const large = alice.grant({ size });
      const { uploadId, urls } = await start(large);
      const parts: Named[] = [];
      for (const { partNumber, url } of urls)
        parts.push({ partNumber, etag: etagOf(await put(url, partOf(partNumber))) });
      away = true;
      onTestFinished(() => void (away = false));
      const refused = [502, 'service.unavailable'];
      expect(await refusal(alice.put(grant, sent))).toEqual(refused);
      expect(await refusal(alice.put(alice.grant({ size: 4 }), new Uint8Array(4)))).toEqual(refused);
      expect(await refusal(alice.post('/api/upload/parts', { grant: large }))).toEqual(refused);
      expect(await refusal(alice.post('/api/upload/parts', { grant: alice.grant({ size }) }))).toEqual(
        refused,
      );
      expect(await refusal(complete(uploadId, parts))).toEqual(refused);
      expect(await refusal(alice.fetch(`/files/Cloud/${blobOfAddress(finished.linkurl)}/x`))).toEqual(
        refused,
      );
      away = false;
      expect((await alice.put(grant, sent)).status).toBe(200);
      expect((await complete(uploadId, parts)).status).toBe(200);
      expect((await bytesOf(finished)).equals(sent)).toBe(true);
    });

    it('leaves nothing of an upload that is given up', async () => {
      const { uploadId, urls } = await start(alice.grant({ size }));
      await put(urls[0]?.url ?? '', partOf(1));
      const upload = await storage.collections.uploads.findOne({ _id: uploadId as never });
      expect((await alice.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' })).status).toBe(200);
      const left = await Array.fromAsync(storage.objects.listMultiparts());
      expect(left.filter(({ key }) => key === upload?.blobId)).toEqual([]);
      expect((await put(urls[1]?.url ?? '', partOf(2))).status).toBe(404);
    });

    it('finds nothing wrong when the store is checked, and misses what is taken away', async () => {
      const { linkurl } = await alice.upload(new Uint8Array(randomBytes(1000)));
      const check = async () =>
        (await storage.internal<{ problems: { message: string }[] }>('GET', '/internal/storage/blobs'))
          .problems;
      await eventually(async () => (await check()).length === 0);
      await storage.objects.delete([blobOfAddress(linkurl) ?? '']);
      expect((await check()).map(({ message }) => message)).toEqual([
        `The blob ${blobOfAddress(linkurl)} has 1000 bytes, in the store are none.`,
      ]);
    });
  });

/** With the quotation marks of the header, as a simple client passes it on. */
const etagOf = (answer: Response): string => answer.headers.get('etag') ?? '';

/** The real store, unless it is away. */
function failingWhile(away: () => boolean) {
  return (real: ObjectStore): ObjectStore => {
    const guard =
      <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
      async (...given: A): Promise<R> => {
        if (away()) throw new ObjectStoreError('unavailable', 'away');
        return call(...given);
      };
    return {
      ...real,
      put: guard(real.put),
      get: guard(real.get),
      head: guard(real.head),
      delete: guard(real.delete),
      createMultipart: guard(real.createMultipart),
      listParts: guard(real.listParts),
      completeMultipart: guard(real.completeMultipart),
    };
  };
}

/** A browser that goes away in the middle of a part. */
async function breakOff(url: string, bytes: Uint8Array): Promise<void> {
  await new Promise<void>((resolve) => {
    const sending = request(url, { method: 'PUT', headers: { 'content-length': bytes.length } });
    sending.on('error', () => resolve()).on('close', () => resolve());
    sending.write(bytes.subarray(0, bytes.length / 2), () => sending.destroy());
  });
}
