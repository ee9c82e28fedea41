import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { blobOfAddress, limits, uploadReceipt, type BlobId, type FinishedUpload } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import { eventually } from '@skyshelf/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../testing/account.js';
import { refusal } from '../testing/refusal.js';
import { runStorage, type RunningStorage } from '../testing/running-storage.js';

let storage: RunningStorage;
let alice: Account;
let beforePut: (key: string) => Promise<void> = async () => {};
beforeAll(async () => {
  const failing = (real: ObjectStore): ObjectStore => ({
    ...real,
    put: async (...given) => {
      await beforePut(given[0]);
      return real.put(...given);
    },
  });
  storage = await runStorage(failing);
  alice = storage.account();
});
afterAll(() => storage.stop());

const random = (size: number) => new Uint8Array(randomBytes(size));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const blobId = ({ linkurl }: { linkurl: string }) => blobOfAddress(linkurl) as BlobId;
const blobs = (uploadId: string) => storage.collections.blobs.find({ uploadId: uploadId as never }).toArray();
const keys = async () => (await Array.fromAsync(storage.objects.list())).map(({ key }) => key);

describe('an upload in one request', () => {
  it.each([0, 1, 8192, 300 * 1024, limits.maxSingleRequestBytes])(
    'keeps %i bytes and gives a receipt that catalog can trust',
    async (size) => {
      const bytes = random(size);
      const finished = await alice.upload(bytes, {
        name: 'Grüße # 1.bin',
        uploadId: `size-${size}` as never,
      });
      expect(finished).toMatchObject({
        uploadId: `size-${size}`,
        size,
        sha256: sha256(bytes),
        linktype: 'application/octet-stream',
        width: null,
        height: null,
      });
      expect(finished.linkurl).toBe(`Cloud/${blobId(finished)}/local|alice###Grüße # 1.bin`);

      const receipt = uploadReceipt.parse(storage.signer.open(finished.receipt));
      expect(receipt).toMatchObject({
        drive: alice.drive,
        folderId: 'root',
        size,
        sha256: sha256(bytes),
        blobId: blobId(finished),
        name: 'Grüße # 1.bin',
      });
      expect(receipt.expires).toBe(storage.clock.now().getTime() + limits.receiptMs);

      const read = await alice.fetch(`/files/Cloud/${blobId(finished)}/x`);
      expect(sha256(new Uint8Array(await read.arrayBuffer()))).toBe(sha256(bytes));
    },
  );

  it('is one upload with one receipt, however often its bytes are sent', async () => {
    const bytes = random(5000);
    const grant = alice.grant({ size: bytes.length });
    const answers = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await alice.put(grant, bytes)).json() as Promise<FinishedUpload>,
      ),
    );
    const later = (await (await alice.put(grant, bytes)).json()) as FinishedUpload;
    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await eventually(async () => (await blobs(later.uploadId)).length === 1)).toBe(true);
    expect((await keys()).filter((key) => key === blobId(later))).toHaveLength(1);
    await eventually(
      async () => (await keys()).length === (await storage.collections.blobs.countDocuments()),
    );
  });

  it('refuses a grant that is absent, forged, run out, or another account’s', async () => {
    const bob = storage.account('bob');
    const bytes = random(4);
    const good = alice.grant({ size: 4 });
    const past = alice.grant({ size: 4, expires: storage.clock.now().getTime() });
    const receipt = (await alice.upload(bytes)).receipt;
    for (const grant of [`${good}x`, past, receipt, 'nonsense'])
      expect(await refusal(alice.put(grant, bytes))).toEqual([400, 'upload.bad-grant']);
    expect(await refusal(bob.put(good, bytes))).toEqual([400, 'upload.bad-grant']);
    expect(await refusal(alice.fetch('/api/upload/bytes', { method: 'PUT', body: bytes }))).toEqual([
      400,
      'upload.bad-grant',
    ]);
    expect(
      await refusal(fetch(`${storage.address}/api/upload/bytes`, { method: 'PUT', body: bytes })),
    ).toEqual([401, 'auth.required']);
  });

  it('refuses other bytes than announced and leaves nothing', async () => {
    for (const [granted, sent] of [
      [10, 9],
      [10, 11],
      [0, 1],
      [300_000, 299_999],
      [300_000, 300_001],
    ] as const) {
      const grant = alice.grant({ size: granted, uploadId: `wrong-${granted}-${sent}` as never });
      const before = await keys();
      expect(await refusal(alice.put(grant, random(sent)))).toEqual([400, 'upload.incomplete']);
      const chunked = new ReadableStream({
        start: (controller) => {
          controller.enqueue(random(sent));
          controller.close();
        },
      });
      expect(await refusal(alice.put(grant, chunked))).toEqual([400, 'upload.incomplete']);
      expect(await keys()).toEqual(before);
      await eventually(async () => (await blobs(`wrong-${granted}-${sent}`)).length === 0);
    }
  });

  it('checks the digest that its sender says its bytes have', async () => {
    const bytes = random(5000);
    const send = (digest: string) =>
      alice.fetch('/api/upload/bytes', {
        method: 'PUT',
        body: bytes,
        headers: {
          'upload-grant': alice.grant({ size: bytes.length, uploadId: 'digested' as never }),
          'content-digest': digest,
        },
      });
    const of = (some: Uint8Array) => createHash('sha256').update(some).digest('base64');
    expect(await refusal(send(`sha-256=:${of(random(3))}:`))).toEqual([400, 'upload.incomplete']);
    expect(await blobs('digested')).toEqual([]);
    for (const nonsense of ['nonsense', 'sha-256=:AAAA:', 'sha-256=abc', ''])
      expect(await refusal(send(nonsense))).toEqual([400, 'input.invalid']);
    expect((await send(`sha-512=:AAAA:, sha-256=:${of(bytes)}:`)).status).toBe(200);
  });

  it('refuses more than goes through one request', async () => {
    const size = limits.maxSingleRequestBytes + 1;
    expect(await refusal(alice.put(alice.grant({ size }), random(size)))).toEqual([413, 'body.too-large']);
    expect(await refusal(alice.put(alice.grant({ size }), random(10)))).toEqual([413, 'body.too-large']);
  });

  it.each([1000, 400_000])(
    'leaves nothing when the browser goes away in the middle of %i bytes',
    async (size) => {
      const uploadId = `cut-${size}`;
      const grant = alice.grant({ size, uploadId: uploadId as never });
      await new Promise<void>((resolve) => {
        const sending = request(`${storage.address}/api/upload/bytes`, {
          method: 'PUT',
          headers: { authorization: alice.authorization, 'upload-grant': grant, 'content-length': size },
        });
        sending.on('error', () => resolve());
        // A small one is recorded when it is whole.
        const begun = async () => size < 300_000 || (await blobs(uploadId)).length === 1;
        sending.write(random(size / 2), () => void eventually(begun).then(() => sending.destroy()));
      });
      await eventually(async () => (await blobs(uploadId)).length === 0);
      await eventually(
        async () =>
          (await keys()).length === (await storage.collections.blobs.countDocuments({ state: 'ready' })),
      );
      expect((await alice.put(grant, random(size))).status).toBe(200);
    },
  );

  it('records a key before anything lies under it', async () => {
    const recorded: unknown[] = [];
    beforePut = async (key) =>
      void recorded.push(await storage.collections.blobs.findOne({ _id: key as BlobId }));
    await alice.upload(random(4));
    await alice.upload(random(400_000));
    beforePut = async () => {};
    expect(recorded).toMatchObject([
      { state: 'pending', drive: alice.drive },
      { state: 'pending', drive: alice.drive },
    ]);
  });
});

it('tells how many bytes came in', async () => {
  const text = async () => (await storage.registry.text()).match(/received_bytes_total\{[^}]*\} (\d+)/)?.[1];
  const before = Number((await text()) ?? 0);
  await alice.upload(random(1234));
  expect(Number(await text())).toBe(before + 1234);
});

describe('what the bytes say', () => {
  const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } });

  it('finds type and size of a photo, turned as it is shown', async () => {
    const jpeg = new Uint8Array(await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(await alice.upload(jpeg, { name: 'a.jpg', contentType: 'image/jpeg' })).toMatchObject({
      linktype: 'image/jpeg',
      width: 40,
      height: 60,
    });
    for (const format of ['png', 'webp', 'gif', 'tiff', 'avif'] as const) {
      const bytes = new Uint8Array(await photo().toFormat(format).toBuffer());
      expect(await alice.upload(bytes, { contentType: `image/${format}` })).toMatchObject({
        linktype: `image/${format}`,
        width: 60,
        height: 40,
      });
    }
  });

  it('finds the size of a large photo from its first bytes', async () => {
    const noise = {
      create: {
        width: 2000,
        height: 1500,
        channels: 3 as const,
        background: 'red',
        noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
      },
    };
    const jpeg = new Uint8Array(await sharp(noise).jpeg({ quality: 95 }).toBuffer());
    expect(jpeg.length).toBeGreaterThan(1024 * 1024);
    expect(await alice.upload(jpeg, { contentType: 'image/jpeg' })).toMatchObject({
      linktype: 'image/jpeg',
      width: 2000,
      height: 1500,
    });
  });

  it('believes the bytes only against another family', async () => {
    const png = new Uint8Array(await photo().png().toBuffer());
    const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n');
    const svg = new TextEncoder().encode('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
    expect((await alice.upload(png, { contentType: 'text/csv' })).linktype).toBe('image/png');
    expect((await alice.upload(png, { contentType: 'image/jpeg' })).linktype).toBe('image/jpeg');
    expect((await alice.upload(pdf, { contentType: 'image/jpeg' })).linktype).toBe('application/pdf');
    expect((await alice.upload(svg, { contentType: 'image/svg+xml' })).linktype).toBe('image/svg+xml');
    expect((await alice.upload(svg, { contentType: 'image/png' })).linktype).toBe('application/xml');
  });

  it('takes a damaged photo as it is', async () => {
    const jpeg = new Uint8Array((await photo().jpeg().toBuffer()).subarray(0, 30));
    expect(await alice.upload(jpeg, { contentType: 'image/jpeg' })).toMatchObject({
      linktype: 'image/jpeg',
      width: null,
      height: null,
    });
  });

  it('is what a real source file of ours says', async () => {
    const source = new Uint8Array(await readFile(new URL(import.meta.url)));
    expect((await alice.upload(source, { contentType: 'text/plain' })).linktype).toBe('text/plain');
  });
});
