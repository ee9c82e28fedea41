import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/refusal.js';
import { StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const MEGABYTE = 1024 * 1024;

describe('a drive that is gone for good', () => {
  const forget = () =>
    scene.storage.internal('POST', `/internal/drives/${scene.alice.drive}/forget`, { forGood: true });

  /** Lists the documents that are kept next to the tombstone, by collection. */
  async function kept(): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const collection of await scene.storage.database.db.collections())
      for await (const document of collection.find())
        if (JSON.stringify(document).includes(scene.alice.drive) && collection.collectionName !== 'closed')
          found[collection.collectionName] = (found[collection.collectionName] ?? 0) + 1;
    const keys = await scene.keys();
    return { ...found, ...(keys.length > 0 && { objects: keys.length }) };
  }

  it('leaves no bytes and no records, and takes no bytes whose leave was given before', async () => {
    await scene.derive(await scene.upload());
    await scene.deriveOfLink('link');
    await scene.catalog.refused(scene.alice, await scene.upload());
    const grant = scene.alice.grant({ size: 4 });
    const inParts = scene.alice.grant({ size: 20 * MEGABYTE, name: 'large.bin' });
    expect(await kept()).toMatchObject({ blobs: 4, unnamed: 1, objects: 4 });
    await forget();
    expect(await kept()).toEqual({});
    expect(await refusal(scene.alice.put(grant, 'late'))).toEqual([409, 'drive.closed']);
    expect(await refusal(scene.alice.post('/api/upload/parts', { grant: inParts }))).toEqual([
      409,
      'drive.closed',
    ]);
    expect(await kept()).toEqual({});
  });

  it('goes on where the object store failed', async () => {
    await scene.upload();
    await scene.upload();
    scene.onDelete = async () => {
      throw new Error('The store is away.');
    };
    await expect(forget()).rejects.toThrow();
    expect(await kept()).toMatchObject({ blobs: 2, objects: 2 });
    scene.onDelete = async () => {};
    await forget();
    expect(await kept()).toEqual({});
  });

  it('leaves nothing of an upload whose bytes arrive while it goes', async () => {
    scene.onPut = async () => {
      scene.onPut = async () => {};
      await forget();
    };
    const { status } = await scene.alice.put(scene.alice.grant({ size: 4 }), 'late');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await kept()).toEqual({});
  });

  it('leaves nothing of an upload whose record goes before its bytes are there', async () => {
    // A small one is recorded when it is whole.
    const half = new Uint8Array(MEGABYTE);
    const body = new ReadableStream({
      async start(sender) {
        sender.enqueue(half);
        await eventually(async () => (await scene.storage.collections.blobs.countDocuments()) === 1);
        await forget();
        sender.enqueue(half);
        sender.close();
      },
    });
    const { status } = await scene.alice.put(scene.alice.grant({ size: 2 * MEGABYTE }), body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await kept()).toEqual({});
  });
});
