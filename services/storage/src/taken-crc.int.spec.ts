import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { blobOfAddress, limits, type BlobId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { child, downloadsIn, zipOf } from '../testing/downloads.js';
import { readZip } from '../testing/read-zip.js';
import { StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const { file, download, tree } = downloadsIn(scene);

describe('the CRC-32 of bytes', () => {
  it('is taken on their way, however many they are', async () => {
    for (const size of [0, 1000, 700_000]) {
      const { blobId, bytes } = await file('f', new Uint8Array(randomBytes(size)));
      expect((await scene.blob(blobId))?.crc32).toBe(crc32(bytes));
    }
  });

  it('of parts is taken when an archive needs it, and kept; else by the sweep', async () => {
    const bytes = new Uint8Array(randomBytes(limits.partBytes + 1000));
    const blobs = [await inParts(bytes), await inParts(bytes)] as const;
    expect((await scene.blob(blobs[0]))?.crc32).toBeNull();
    const zip = await zipOf(await download(tree([child('film.mp4', blobs[0])])));
    expect(readZip(zip)[1]?.bytes.equals(Buffer.from(bytes))).toBe(true);
    expect((await scene.blob(blobs[0]))?.crc32).toBe(crc32(bytes));
    await scene.sweep();
    expect((await scene.blob(blobs[1]))?.crc32).toBe(crc32(bytes));
  });

  it('that an older record lacks is taken when it is needed', async () => {
    const { blobId } = await file('a.png');
    const { crc32: before } = (await scene.blob(blobId)) ?? {};
    await scene.storage.collections.blobs.updateOne({ _id: blobId }, { $unset: { crc32: 1 } });
    await zipOf(await download(tree([child('a.png', blobId)])));
    expect((await scene.blob(blobId))?.crc32).toBe(before);
  });
});

/** An upload in parts. */
async function inParts(bytes: Uint8Array<ArrayBuffer>): Promise<BlobId> {
  const grant = scene.alice.grant({ size: bytes.length });
  const answer = await scene.alice.post('/api/upload/parts', { grant });
  const { uploadId, urls } = (await answer.json()) as {
    uploadId: string;
    urls: { partNumber: number; url: string }[];
  };
  const parts = [];
  for (const { partNumber, url } of urls) {
    const body = bytes.slice((partNumber - 1) * limits.partBytes, partNumber * limits.partBytes);
    const sent = await fetch(new URL(url, scene.storage.address), { method: 'PUT', body });
    parts.push({ partNumber, etag: ((await sent.json()) as { etag: string }).etag });
  }
  const done = await scene.alice.post(`/api/upload/parts/${uploadId}/complete`, { parts });
  return blobOfAddress(((await done.json()) as { linkurl: string }).linkurl) as BlobId;
}
