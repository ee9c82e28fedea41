import { request } from 'node:http';
import { derivatives, limits, type BlobId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { authorization } from '../testing/running-storage.js';
import { DAY, nothing, StorageScene } from '../testing/storage-scene.js';

/** Announces 300,000 bytes, sends some and breaks off. */
function sendCutOff(address: string, source: BlobId): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const headers = { authorization, 'content-type': 'image/webp', 'content-length': 300_000 };
  const path = `${address}/internal/blobs/derived?source=${source}&kind=thumbnail&jobId=cut`;
  const sending = request(path, { method: 'POST', headers });
  sending.on('error', () => resolve());
  sending.write(Buffer.alloc(100_000), () => sending.destroy());
  sending.on('close', () => resolve());
  return promise;
}

const scene = new StorageScene();

describe('what is made from a blob', () => {
  it('belongs to the same account and goes with its source', async () => {
    const source = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: source });
    const { blobId } = (await (await scene.derive(source)).json()) as { blobId: BlobId };
    expect([await scene.status(blobId), await scene.status(blobId, scene.storage.account('bob'))]).toEqual([
      200, 404,
    ]);
    expect(await scene.blob(blobId)).toMatchObject({
      source,
      kind: 'thumbnail',
      drive: scene.alice.drive,
      condemned: null,
    });
    await scene.catalog.deleted(scene.alice, { elementId: 'one', blobId: source });
    scene.storage.clock.advance(8 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    expect([await scene.keys(), await scene.storage.collections.blobs.countDocuments()]).toEqual([[], 0]);
  });

  it('is kept once for each job, however often it is sent', async () => {
    const source = await scene.upload();
    const sent = await Promise.all(
      Array.from(
        { length: 6 },
        async () => ((await (await scene.derive(source)).json()) as { blobId: BlobId }).blobId,
      ),
    );
    expect(new Set(sent).size).toBe(1);
    expect((await scene.keys()).sort()).toEqual([source, sent[0]].sort());
  });

  it('is refused when its source is gone or no one wants it', async () => {
    const source = await scene.upload();
    expect((await scene.derive('unknown' as BlobId)).status).toBe(404);
    await scene.catalog.refused(scene.alice, source);
    expect((await scene.derive(source)).status).toBe(404);
    expect(await scene.storage.internal('GET', `/internal/blobs/${source}`)).toMatchObject({
      key: source,
      size: 1000,
      wanted: false,
    });
    expect(await scene.keys()).toEqual([source]);
  });

  it('is refused when it is larger than its kind may be, of another type, or cut off, and leaves nothing', async () => {
    const source = await scene.upload();
    const { maxBytes } = derivatives.thumbnail;
    const send = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
      scene.storage.internalBytes(
        `/internal/blobs/derived?source=${source}&kind=thumbnail&jobId=job`,
        bytes,
        type,
      );
    const refusals = [
      await send(new Uint8Array(maxBytes + 1), 'image/webp'),
      await send(new Uint8Array(50), 'video/mp4'),
      await send(Buffer.from('%PDF-1.7 and what follows'), 'image/webp'),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([413, 400, 400]);
    await sendCutOff(scene.storage.address, source);
    await eventually(async () => (await scene.keys()).length === 1);
    await eventually(async () => (await scene.storage.collections.blobs.countDocuments()) === 1);
    expect((await send(new Uint8Array(maxBytes), 'image/webp')).status).toBe(200);
  });

  it('is no route for the world', async () => {
    const source = await scene.upload();
    for (const init of [
      {},
      { headers: { authorization: 'Internal wrong' } },
      { headers: { authorization: scene.alice.authorization } },
    ]) {
      expect((await fetch(`${scene.storage.address}/internal/blobs/${source}`, init)).status).toBe(403);
    }
  });
});

describe('what is made from the address of a link', () => {
  it('belongs to the drive, is kept once for each job, and goes when no element has named it for long', async () => {
    const blobId = await scene.deriveOfLink('link');
    expect(await scene.deriveOfLink('link')).toBe(blobId);
    expect(await scene.blob(blobId)).toMatchObject({
      drive: scene.alice.drive,
      source: null,
      kind: 'thumbnail',
    });
    expect([await scene.status(blobId), await scene.status(blobId, scene.storage.account('bob'))]).toEqual([
      200, 404,
    ]);
    scene.storage.clock.advance(limits.receiptMs + 8 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    expect(await scene.keys()).toEqual([]);
  });

  it('stays while an element names it: the link, or a copy of it', async () => {
    const blobId = await scene.deriveOfLink('link');
    await scene.catalog.described(scene.alice, [{ elementId: 'link', blobId }]);
    await scene.catalog.linksCopied(scene.alice, { elementId: 'copy', blobId });
    await scene.catalog.deleted(scene.alice, { elementId: 'link', blobId });
    scene.storage.clock.advance(30 * DAY);
    expect(await scene.sweep()).toMatchObject({ unused: 0 });
    expect(await scene.status(blobId)).toBe(200);
    await scene.catalog.deleted(scene.alice, { elementId: 'copy', blobId });
    scene.storage.clock.advance(8 * DAY);
    expect(await scene.sweep()).toMatchObject({ unused: 1 });
  });

  it('goes when another takes its place', async () => {
    const [first, second] = [await scene.deriveOfLink('link'), await scene.deriveOfLink('link', 'later')];
    await scene.catalog.described(scene.alice, [{ elementId: 'link', blobId: first }]);
    const [kept, released] = [
      [{ elementId: 'link', blobId: second }],
      [{ elementId: 'link', blobId: first }],
    ];
    await scene.catalog.described(scene.alice, kept, released);
    scene.storage.clock.advance(8 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    expect(await scene.keys()).toEqual([second]);
  });
});
