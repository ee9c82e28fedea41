import type { BlobId } from '@skyshelf/contracts';
import { expect, it, vi } from 'vitest';
import { StorageScene } from '../testing/storage-scene.js';

const MEBIBYTE = 1024 * 1024;

// The one row that a new kind is, outside of media.
vi.mock('../../../libs/contracts/src/derivatives.js', async (original) => {
  const { derivatives } = await original<typeof import('@skyshelf/contracts')>();
  const film = { mediaType: 'video/mp4', maxBytes: 20 * 1024 * 1024, viewField: 'openElement' };
  return { derivatives: { ...derivatives, film } };
});

const scene = new StorageScene();

it('a kind is stored up to its own size, far above what one request of a browser may send', async () => {
  const source = await scene.upload();
  const send = (bytes: number, type = 'video/mp4') =>
    scene.storage.internalBytes(
      `/internal/blobs/derived?source=${source}&kind=film&jobId=${bytes}`,
      new Uint8Array(bytes),
      type,
    );
  const { blobId } = (await (await send(12 * MEBIBYTE)).json()) as { blobId: BlobId };
  expect(await scene.blob(blobId)).toMatchObject({ kind: 'film', type: 'video/mp4', size: 12 * MEBIBYTE });
  expect((await send(20 * MEBIBYTE + 1)).status).toBe(413);
  expect((await send(10, 'image/webp')).status).toBe(400);
});
