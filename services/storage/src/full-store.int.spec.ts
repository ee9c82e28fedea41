import { randomBytes } from 'node:crypto';
import { blobOfAddress, limits, type BlobId, type FinishedUpload } from '@skyshelf/contracts';
import { ObjectStoreError, type ObjectStore } from '@skyshelf/object-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../testing/account.js';
import { refusal } from '../testing/refusal.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';

const random = (size: number) => new Uint8Array(randomBytes(size));
const noRoom = [507, 'space.exceeded'];

let storage: RunningStorage;
let alice: Account;
let isFull = false;

/** As an S3 store on a full disk: what is there can be read and deleted, nothing comes. */
function filled(real: ObjectStore): ObjectStore {
  const full = <A extends unknown[], T>(write: (...args: A) => Promise<T>) =>
    async function (...args: A): Promise<T> {
      if (isFull) throw new ObjectStoreError('full', 'The store has no room left');
      return write(...args);
    };
  const { put, createMultipart, putPart, completeMultipart } = real;
  return {
    ...real,
    put: full(put),
    createMultipart: full(createMultipart),
    putPart: full(putPart),
    completeMultipart: full(completeMultipart),
  };
}

beforeEach(async () => {
  isFull = false;
  storage = await runStorage(filled);
  alice = storage.account();
});
afterEach(() => storage.stop());

const keys = async () => (await Array.fromAsync(storage.objects.list())).map(({ key }) => key);
const records = () => storage.collections.blobs.countDocuments();

describe('a store that is full', () => {
  it('takes no file, no bundle and nothing that was made, and keeps nothing half', async () => {
    const { blobId } = await finished(alice.put(alice.grant({ size: 9 }), random(9)));
    isFull = true;
    const small = alice.grant({ size: 9 });
    const large = alice.grant({ size: 400_000 });
    const bundle = () => alice.bundle({ a: random(9), b: random(300_000) }, { key: 'same' });
    const derived = () =>
      storage.internalBytes(`/internal/blobs/derived?source=${blobId}&kind=thumbnail&jobId=job`, random(50));
    expect(await refusal(alice.put(small, random(9)))).toEqual(noRoom);
    expect(await refusal(alice.put(large, random(400_000)))).toEqual(noRoom);
    expect(await refusal(bundle())).toEqual(noRoom);
    expect(await refusal(derived())).toEqual(noRoom);
    expect([await keys(), await records()]).toEqual([[blobId], 1]);
    expect((await alice.fetch(`/files/Cloud/${blobId}/x`)).status).toBe(200);
    isFull = false;
    for (const again of [alice.put(small, random(9)), alice.put(large, random(400_000)), bundle(), derived()])
      expect((await again).status).toBe(200);
    expect(await keys()).toHaveLength(6);
  });

  it('begins no upload in parts and joins none, and goes on with its parts when there is room', async () => {
    const size = limits.partBytes + 1000;
    const file = random(size);
    const grant = alice.grant({ size });
    const start = () => alice.post('/api/upload/parts', { grant });
    isFull = true;
    expect(await refusal(start())).toEqual(noRoom);
    isFull = false;
    const { uploadId, urls } = (await (await start()).json()) as State;
    const part = (index: number) =>
      fetch(new URL(urls[index]?.url ?? '', storage.address), {
        method: 'PUT',
        body: file.slice(index * limits.partBytes, (index + 1) * limits.partBytes),
      });
    expect((await part(0)).status).toBe(200);
    isFull = true;
    expect(await refusal(part(1))).toEqual(noRoom);
    isFull = false;
    expect((await part(1)).status).toBe(200);
    const { received } = (await (await start()).json()) as State;
    const complete = () =>
      alice.post(`/api/upload/parts/${uploadId}/complete`, { parts: received.map(named) });
    isFull = true;
    expect(await refusal(complete())).toEqual(noRoom);
    isFull = false;
    const { blobId } = await finished(complete());
    const read = await alice.fetch(`/files/Cloud/${blobId}/x`);
    expect(Buffer.from(await read.arrayBuffer()).equals(file)).toBe(true);
    expect(await keys()).toEqual([blobId]);
  });
});

interface Part {
  partNumber: number;
  etag: string;
}
interface State {
  uploadId: string;
  received: Part[];
  urls: { partNumber: number; url: string }[];
}
const named = ({ partNumber, etag }: Part) => ({ partNumber, etag });

async function finished(answer: Promise<Response>): Promise<{ blobId: BlobId }> {
  const { linkurl } = (await (await answer).json()) as FinishedUpload;
  return { blobId: blobOfAddress(linkurl) as BlobId };
}
