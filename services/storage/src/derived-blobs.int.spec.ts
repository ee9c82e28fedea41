import { type BlobId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { DAY, nothing, StorageScene } from './testing/storage-scene.js';

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

  it('is refused when its source is gone or nobody wants it', async () => {
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
