import { request } from 'node:http';
import { derivatives, limits, type BlobId, type DerivativeKind } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { authorization } from '../testing/running-storage.js';
import { DAY, nothing, picture, StorageScene } from '../testing/storage-scene.js';

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

  it('is served by one address for all screens, the denser picture once it is there', async () => {
    const source = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: source });
    const made = async (kind?: DerivativeKind) =>
      ((await (await scene.derive(source, 'job', kind)).json()) as { blobId: BlobId }).blobId;
    const thumbnail = await made();
    const dense = async (id: BlobId) => {
      const { status, headers } = await scene.alice.fetch(`/files/Cloud/${id}/x?density=2`);
      return [status, headers.get('etag'), headers.get('cache-control')];
    };
    const forEver = 'private, max-age=31536000, immutable';
    expect(await dense(thumbnail)).toEqual([200, `"${thumbnail}"`, 'private, max-age=60']);
    const denser = await made('thumbnail2x');
    expect(await dense(thumbnail)).toEqual([200, `"${denser}"`, forEver]);
    expect(await dense(source)).toEqual([200, `"${source}"`, forEver]);
    const path = `/files/Cloud/${thumbnail}/x`;
    expect((await scene.alice.fetch(path)).headers.get('etag')).toBe(`"${thumbnail}"`);
    expect((await scene.alice.fetch(`${path}?density=3`)).status).toBe(400);
    expect((await scene.storage.account('bob').fetch(`${path}?density=2`)).status).toBe(404);
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
    const body = { blobIds: ['unknown', source] };
    expect(await scene.storage.internal('POST', '/internal/blobs/described', body)).toMatchObject({
      blobs: [null, { key: source, size: 1000, wanted: false }],
    });
    expect(await scene.keys()).toEqual([source]);
  });

  it('is refused when it is larger than its kind may be, of another type, or cut off, and leaves nothing', async () => {
    const source = await scene.upload();
    const { maxBytes } = derivatives.thumbnail;
    const send = (bytes: Uint8Array<ArrayBuffer>, type: string, kind: DerivativeKind = 'thumbnail') =>
      scene.storage.internalBytes(
        `/internal/blobs/derived?source=${source}&kind=${kind}&jobId=job`,
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
    // Far above what one request of a browser may send.
    expect((await send(new Uint8Array(12 * maxBytes), 'video/mp4', 'mp4')).status).toBe(200);
  });

  it('may come with others, each kept or refused by itself', async () => {
    const source = await scene.upload();
    const pictures = [50, 60, 70].map(picture);
    const of = (id: string, jobId: string) => ({ source: id, kind: 'thumbnail', jobId });
    const whose = [of(source, 'one'), of('unknown', 'two'), of(source, 'three')];
    const files = pictures.map(({ length }, n) => ({
      of: whose[n],
      size: length,
      contentType: 'image/webp',
    }));
    const send = (bytes: readonly Uint8Array[]) =>
      scene.storage.internalBytes(
        '/internal/blobs/derived/several',
        new Uint8Array(Buffer.concat([Buffer.from(`${JSON.stringify({ files })}\n`), ...bytes])),
        'application/octet-stream',
      );
    const kept = [{ size: 50 }, { refused: 'file.not-found' }, { size: 70 }];
    const first = (await (await send(pictures)).json()) as { kept: { blobId?: BlobId }[] };
    expect(first).toMatchObject({ kept });
    expect(await (await send(pictures)).json()).toEqual(first);
    expect((await send(pictures.slice(1))).status).toBe(400);
    const blobs = first.kept.flatMap(({ blobId }) => blobId ?? []);
    expect((await scene.keys()).sort()).toEqual([source, ...blobs].sort());
    for (const blobId of blobs)
      expect(await scene.blob(blobId)).toMatchObject({ source, kind: 'thumbnail', state: 'ready' });
  });

  it('keeps what it was made from when it comes with what was made from an address', async () => {
    const source = await scene.upload();
    const { drive } = scene.alice;
    const made = { kind: 'thumbnail', jobId: 'job' };
    const file = { size: 5, contentType: 'image/webp' };
    const files = [
      { of: { source, ...made }, ...file },
      { of: { drive, elementId: 'link', ...made }, ...file },
    ];
    const answer = await scene.storage.internalBytes(
      '/internal/blobs/derived/several',
      new Uint8Array(Buffer.from(`${JSON.stringify({ files })}\nfirstother`)),
      'application/octet-stream',
    );
    const { kept } = (await answer.json()) as { kept: { blobId: BlobId }[] };
    const [ofBlob, ofAddress] = await Promise.all(kept.map(({ blobId }) => scene.blob(blobId)));
    expect(ofBlob).toMatchObject({ source, condemned: null });
    expect(ofAddress).toMatchObject({ source: null, condemned: expect.any(Date) });
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
    const first = await scene.deriveOfLink('link');
    const second = await scene.deriveOfLink('link', 'later');
    await scene.catalog.described(scene.alice, [{ elementId: 'link', blobId: first }]);
    const kept = [{ elementId: 'link', blobId: second }];
    const released = [{ elementId: 'link', blobId: first }];
    await scene.catalog.described(scene.alice, kept, released);
    scene.storage.clock.advance(8 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    expect(await scene.keys()).toEqual([second]);
  });
});
