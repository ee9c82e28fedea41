import { limits } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { DAY, nothing, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();

describe('bytes that a user has', () => {
  it('stay as long as one element names them, and a week longer', async () => {
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.uploaded(scene.alice, { elementId: 'two', blobId: id });
    expect(await scene.blob(id)).toMatchObject({ condemned: null });
    await scene.catalog.deleted(scene.alice, { elementId: 'one', blobId: id });
    scene.storage.clock.advance(20 * DAY);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([nothing, 200]);

    await scene.catalog.purged(scene.alice, { elementId: 'two', blobId: id });
    expect(await scene.blob(id)).toMatchObject({ condemned: scene.storage.clock.now() });
    scene.storage.clock.advance(7 * DAY - 1);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([nothing, 200]);
    scene.storage.clock.advance(1);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([{ ...nothing, unused: 1 }, 404]);
    expect([await scene.blob(id), await scene.keys()]).toEqual([null, []]);
    await eventually(() =>
      scene.storage.events.some(
        ({ type, data }) => type === 'storage.blob.removed' && (data as { blobId: string }).blobId === id,
      ),
    );
  });

  it('are saved by a new element within the week', async () => {
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.deleted(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.uploaded(scene.alice, { elementId: 'copy', blobId: id });
    scene.storage.clock.advance(20 * DAY);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([nothing, 200]);
  });

  it('stay for a copy when the original is deleted', async () => {
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'original', blobId: id });
    await scene.catalog.copied(scene.alice, { elementId: 'copy', blobId: id });
    await scene.catalog.deleted(scene.alice, { elementId: 'original', blobId: id });
    scene.storage.clock.advance(20 * DAY);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([nothing, 200]);
    await scene.catalog.deleted(scene.alice, { elementId: 'copy', blobId: id });
    expect(await scene.blob(id)).toMatchObject({ condemned: scene.storage.clock.now() });
  });

  it('stay for the history of their element until their version is dropped', async () => {
    const [before, after] = [await scene.upload(), await scene.upload()];
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: before });
    await scene.catalog.replaced(scene.alice, 'one', after);
    expect(await scene.blob(before)).toMatchObject({ condemned: null });
    expect(await scene.blob(after)).toMatchObject({ condemned: null });
    await scene.catalog.versionsDropped(scene.alice, { elementId: 'one', blobId: before });
    expect(await scene.blob(before)).toMatchObject({ condemned: scene.storage.clock.now() });
    const last = await scene.upload();
    // There was no room to keep the bytes before.
    await scene.catalog.replaced(scene.alice, 'one', last, [{ elementId: 'one', blobId: after }]);
    expect(await scene.blob(after)).toMatchObject({ condemned: scene.storage.clock.now() });
  });

  it('stay when catalog says that it still names them', async () => {
    const id = await scene.upload();
    scene.storage.unused = () => [];
    scene.storage.clock.advance(30 * DAY);
    expect([await scene.sweep(), await scene.status(id)]).toEqual([nothing, 200]);
  });

  it('are no business of another account’s events', async () => {
    const bob = scene.storage.account('bob');
    const id = await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: id });
    await scene.catalog.deleted(bob, { elementId: 'one', blobId: id });
    await scene.catalog.refused(bob, id);
    expect(await scene.blob(id)).toMatchObject({ condemned: null });
  });
});

describe('bytes that no one claims', () => {
  it('are condemned when catalog refuses them', async () => {
    const id = await scene.upload();
    await scene.catalog.refused(scene.alice, id);
    expect(await scene.blob(id)).toMatchObject({ condemned: scene.storage.clock.now() });
  });

  it('go a week after their receipt has run out', async () => {
    const id = await scene.upload();
    scene.storage.clock.advance(limits.receiptMs + 7 * DAY - 1);
    expect(await scene.sweep()).toEqual(nothing);
    scene.storage.clock.advance(1);
    expect([await scene.sweep(), await scene.keys()]).toEqual([{ ...nothing, unused: 1 }, []]);
    expect(await scene.blob(id)).toBeNull();
  });

  it('go on the next sweep when the one before broke off', async () => {
    const id = await scene.upload();
    await scene.storage.collections.blobs.updateOne(
      { _id: id },
      { $set: { state: 'removing', condemned: new Date(0) } },
    );
    await scene.storage.objects.delete([id]);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    expect(await scene.blob(id)).toBeNull();
  });
});
