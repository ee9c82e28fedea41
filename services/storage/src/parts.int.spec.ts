import { createHash, randomBytes } from 'node:crypto';
import { limits, uploadReceipt, type FinishedUpload } from '@skyshelf/contracts';
import { ObjectStoreError } from '@skyshelf/object-store';
import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../testing/account.js';
import { refusal } from '../testing/refusal.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';

let storage: RunningStorage;
let alice: Account;
/** The error of the object store's next answer with bytes. */
let nextRead: Error | null = null;
/** The error in the midst of those bytes. */
let nextBytes: Error | null = null;
beforeAll(async () => {
  storage = await runStorage((real) => ({
    ...real,
    get: async (...asked) => {
      const failed = nextRead;
      const broken = nextBytes;
      nextRead = null;
      nextBytes = null;
      if (failed) throw failed;
      const found = await real.get(...asked);
      if (broken) found.body.destroy(broken);
      return found;
    },
  }));
  alice = storage.account();
});
afterAll(() => storage.stop());

interface State {
  uploadId: string;
  partBytes: number;
  partCount: number;
  received: { partNumber: number; etag: string; size: number }[];
  urls: { partNumber: number; url: string }[];
}
const size = 2 * limits.partBytes + 1000;
const file = new Uint8Array(randomBytes(size));
const partOf = (partNumber: number) =>
  file.slice((partNumber - 1) * limits.partBytes, partNumber * limits.partBytes);
const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, account = alice) =>
  account.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
const start = async (grant: string): Promise<State> =>
  (await post('/api/upload/parts', { grant })).json() as Promise<State>;
const put = (url: string, body: Uint8Array<ArrayBuffer>) =>
  fetch(new URL(url, storage.address), { method: 'PUT', body });
const complete = (uploadId: string, parts: unknown, account = alice) =>
  post(`/api/upload/parts/${uploadId}/complete`, { parts }, account);

const named = (received: State['received']) => received.map(({ partNumber, etag }) => ({ partNumber, etag }));

const recordOf = (uploadId: string) => storage.collections.uploads.findOne({ _id: uploadId as never });

const joinedByAnother = (uploadId: string, until: Date) =>
  storage.collections.uploads.updateOne(
    { _id: uploadId as never },
    { $set: { state: 'joining', joiner: { id: 'another process', until } } },
  );

async function sendAll(
  grant: string,
  bytes = partOf,
): Promise<{ uploadId: string; parts: { partNumber: number; etag: string }[] }> {
  const { uploadId, urls } = await start(grant);
  for (const { partNumber, url } of urls) expect((await put(url, bytes(partNumber))).status).toBe(200);
  const { received } = await start(grant);
  return { uploadId, parts: named(received) };
}

describe('an upload in parts', () => {
  it('takes a part whose digest is right, and no other', async () => {
    const { urls } = await start(alice.grant({ size }));
    const url = urls[2]?.url ?? '';
    const send = (digest: string) =>
      fetch(new URL(url, storage.address), {
        method: 'PUT',
        body: partOf(3),
        headers: { 'content-digest': `sha-256=:${digest}:` },
      });
    const of = (some: Uint8Array) => createHash('sha256').update(some).digest('base64');
    expect(await refusal(send(of(partOf(2))))).toEqual([400, 'upload.incomplete']);
    expect((await send(of(partOf(3)))).status).toBe(200);
  });

  it('goes on after a break with what is missing, and becomes one file with one receipt', async () => {
    const grant = alice.grant({ size, name: 'film.mp4', contentType: 'video/mp4' });
    const first = await start(grant);
    expect(first).toMatchObject({ partBytes: limits.partBytes, partCount: 3, received: [] });
    expect(first.urls.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3]);
    const etag = async (answer: Response) => ((await answer.json()) as { etag: string }).etag;
    const third = await etag(await put(first.urls[2]?.url ?? '', partOf(3)));

    const second = await start(grant);
    expect(second.uploadId).toBe(first.uploadId);
    expect(second.received).toEqual([{ partNumber: 3, etag: third, size: 1000 }]);
    expect(second.urls.map(({ partNumber }) => partNumber)).toEqual([1, 2]);
    const etags = await Promise.all(
      second.urls.map(async ({ partNumber, url }) => etag(await put(url, partOf(partNumber)))),
    );

    const parts = [...etags, third].map((each, index) => ({ partNumber: index + 1, etag: each }));
    const wrong = complete(first.uploadId, parts.slice(1));
    const answers = await Promise.all(Array.from({ length: 4 }, () => complete(first.uploadId, parts)));
    expect([400, 200]).toContain((await wrong).status);
    const finished = (await Promise.all(answers.map((answer) => answer.json()))) as FinishedUpload[];
    expect(finished[0]).toMatchObject({ size, linktype: 'video/mp4', sha256: null });
    expect(finished[1]).toEqual(finished[0]);
    expect(await (await complete(first.uploadId, parts)).json()).toEqual(finished[0]);
    expect(uploadReceipt.parse(storage.signer.open(finished[0]?.receipt ?? ''))).toMatchObject({
      size,
      drive: alice.drive,
    });

    const [, blobId] = finished[0]?.linkurl.split('/') ?? [];
    const read = await alice.fetch(`/files/Cloud/${blobId}/x`);
    expect(Buffer.from(await read.arrayBuffer()).equals(file)).toBe(true);
    const blob = await storage.collections.blobs.findOne({ uploadId: first.uploadId as never });
    expect(blob?.announcement?.data).toMatchObject({
      type: 'storage.upload.completed',
      uploadId: first.uploadId,
    });

    await storage.internal('POST', '/internal/storage/sweep');
    const sha256 = createHash('sha256').update(file).digest('hex');
    expect(await storage.collections.blobs.findOne({ _id: blobId as never })).toMatchObject({
      sha256,
      hashDue: null,
    });
  });

  it('becomes ready also when the process died between joining and recording', async () => {
    const { uploadId, parts } = await sendAll(alice.grant({ size }));
    const upload = await recordOf(uploadId);
    await storage.objects.completeMultipart(upload?.blobId ?? '', upload?.multipartId ?? '', parts);
    await joinedByAnother(uploadId, new Date(Date.now() + 60_000));
    expect(await refusal(complete(uploadId, parts))).toEqual([503, 'drive.busy']);
    await joinedByAnother(uploadId, new Date(Date.now() - 1));
    expect((await complete(uploadId, parts)).status).toBe(200);
  });

  it('goes on with all parts when it was joined and no one noted that', async () => {
    const grant = alice.grant({ size });
    const { uploadId, parts } = await sendAll(grant);
    const upload = await recordOf(uploadId);
    await storage.objects.completeMultipart(upload?.blobId ?? '', upload?.multipartId ?? '', parts);
    const { received, urls } = await start(grant);
    expect([received.map(({ size: bytes }) => bytes), urls]).toEqual([
      [limits.partBytes, limits.partBytes, 1000],
      [],
    ]);
    expect((await complete(uploadId, named(received))).status).toBe(200);
  });

  it('sends its bytes again when the store has lost them, once none joins them any more', async () => {
    const grant = alice.grant({ size });
    const { uploadId, parts } = await sendAll(grant);
    const upload = await recordOf(uploadId);
    await storage.objects.abortMultipart(upload?.blobId ?? '', upload?.multipartId ?? '');
    expect(await refusal(complete(uploadId, parts))).toEqual([400, 'upload.incomplete']);
    await joinedByAnother(uploadId, new Date(Date.now() + 60_000));
    expect(await refusal(post('/api/upload/parts', { grant }))).toEqual([502, 'service.unavailable']);
    await joinedByAnother(uploadId, new Date(Date.now() - 1));
    const again = await Promise.all([start(grant), start(grant)]);
    expect(again.map(({ received, urls }) => [received.length, urls.length])).toEqual([
      [0, 3],
      [0, 3],
    ]);
    const sent = await sendAll(grant);
    expect((await complete(uploadId, sent.parts)).status).toBe(200);
  });

  it('may be completed again at once when the store fails between joining and recording', async () => {
    const { uploadId, parts } = await sendAll(alice.grant({ size }));
    nextRead = new ObjectStoreError('unavailable', 'out of reach');
    expect(await refusal(complete(uploadId, parts))).toEqual([502, 'service.unavailable']);
    nextBytes = new Error('Response body length does not match content-length header');
    expect(await refusal(complete(uploadId, parts))).toEqual([502, 'service.unavailable']);
    expect((await complete(uploadId, parts)).status).toBe(200);
  });

  it('refuses parts that are missing, wrong, or not the whole file, and takes them right afterwards', async () => {
    const { uploadId, parts } = await sendAll(alice.grant({ size }));
    const wrong = parts.map((part, index) => (index === 0 ? { ...part, etag: 'other' } : part));
    for (const sent of [
      parts.slice(0, 2),
      wrong,
      [...parts].reverse(),
      [...parts, { partNumber: 4, etag: 'x' }],
    ]) {
      expect(await refusal(complete(uploadId, sent))).toEqual([400, 'upload.incomplete']);
    }
    expect((await complete(uploadId, parts)).status).toBe(200);
  });

  it('refuses a part of another length than planned', async () => {
    const { urls } = await start(alice.grant({ size }));
    expect(await refusal(put(urls[0]?.url ?? '', partOf(1).slice(1)))).toEqual([400, 'upload.incomplete']);
    expect(await refusal(put(urls[2]?.url ?? '', file.slice(0, 1001)))).toEqual([400, 'upload.incomplete']);
    expect(await refusal(put(urls[2]?.url ?? '', file.slice(0, limits.partBytes + 1)))).toEqual([
      413,
      'body.too-large',
    ]);
  });

  it('takes a part only at the address that was given out, and only for a quarter of an hour', async () => {
    const { urls, uploadId } = await start(alice.grant({ size }));
    const url = new URL(urls[2]?.url ?? '', storage.address);
    const changed = (change: (url: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return put(copy.pathname + copy.search, partOf(3));
    };
    const forged = [400, 'upload.bad-grant'];
    expect(await refusal(changed(({ searchParams }) => searchParams.set('signature', 'x')))).toEqual(forged);
    expect(
      await refusal(changed(({ searchParams }) => searchParams.set('expires', '9999999999999'))),
    ).toEqual(forged);
    expect(await refusal(changed((copy) => (copy.pathname = `/api/upload/parts/${uploadId}/2`)))).toEqual(
      forged,
    );
    expect(await refusal(changed((copy) => (copy.pathname = '/api/upload/parts/other/3')))).toEqual(forged);
    storage.clock.advance(limits.partUrlMs);
    expect(await refusal(put(url.pathname + url.search, partOf(3)))).toEqual(forged);
  });

  it('is no one else’s: another account neither resumes, completes nor gives it up', async () => {
    const bob = storage.account('bob');
    const grant = alice.grant({ size });
    const { uploadId, parts } = await sendAll(grant);
    expect(await refusal(post('/api/upload/parts', { grant }, bob))).toEqual([400, 'upload.bad-grant']);
    expect(await refusal(complete(uploadId, parts, bob))).toEqual([404, 'upload.not-found']);
    expect(await refusal(bob.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' }))).toEqual([
      404,
      'upload.not-found',
    ]);
    expect((await complete(uploadId, parts)).status).toBe(200);
  });

  it('leaves nothing when it is given up, and frees its room', async () => {
    const grant = alice.grant({ size });
    const { uploadId, parts } = await sendAll(grant);
    const upload = await recordOf(uploadId);
    expect((await alice.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' })).status).toBe(200);
    expect((await alice.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' })).status).toBe(200);
    expect(await refusal(complete(uploadId, parts))).toEqual([404, 'upload.not-found']);
    expect(await refusal(post('/api/upload/parts', { grant }))).toEqual([404, 'upload.not-found']);
    const left = await Array.fromAsync(storage.objects.listMultiparts());
    expect(left.filter(({ key }) => key === upload?.blobId)).toEqual([]);
    await eventually(() =>
      storage.events.some(
        ({ data }) => (data as { type: string; uploadId?: string }).type === 'storage.upload.aborted',
      ),
    );
    const aborted = storage.events.filter(
      ({ data }) => (data as { uploadId?: string }).uploadId === uploadId,
    );
    expect(aborted.map(({ type }) => type)).toEqual(['storage.upload.aborted']);
  });

  it('is not both completed and given up, however they race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { uploadId, parts } = await sendAll(alice.grant({ size: 1000 }), () => file.slice(0, 1000));
      const [completed, aborted] = await Promise.all([
        complete(uploadId, parts),
        alice.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' }),
      ]);
      expect([completed.status, aborted.status].sort()).toEqual([200, 404]);
      const ready = await storage.collections.blobs.countDocuments({ uploadId: uploadId as never });
      expect(ready).toBe(completed.status === 200 ? 1 : 0);
    }
  });

  it('is opened once by many tabs', async () => {
    const grant = alice.grant({ size });
    const states = await Promise.all(Array.from({ length: 8 }, () => start(grant)));
    expect(new Set(states.map(({ uploadId }) => uploadId)).size).toBe(1);
    const upload = await storage.collections.uploads.findOne({ _id: states[0]?.uploadId as never });
    const opened = await Array.fromAsync(storage.objects.listMultiparts());
    expect(opened.filter(({ key }) => key === upload?.blobId)).toHaveLength(1);
  });
});
