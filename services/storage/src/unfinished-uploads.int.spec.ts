import { type BlobId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseLeases } from './infrastructure/database-leases.js';
import { DAY, nothing, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();

describe('uploads that no one finished', () => {
  it('leave nothing after their time, and a late end is refused', async () => {
    let swept: unknown;
    scene.onPut = async () => {
      scene.storage.clock.advance(61 * 60_000);
      swept = await scene.sweep();
    };
    const late = await scene.alice.put(scene.alice.grant({ size: 4 }), new Uint8Array(4));
    expect(swept).toEqual({ ...nothing, pending: 1 });
    expect([late.status, ((await late.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'upload.not-found',
    ]);
    expect([await scene.keys(), await scene.storage.collections.blobs.countDocuments()]).toEqual([[], 0]);
  });

  it('are swept after a crash between their bytes and their record', async () => {
    await scene.storage.collections.blobs.insertOne({
      _id: 'crashed' as BlobId,
      drive: scene.alice.drive,
      state: 'pending',
      once: 'upload:x',
      uploadId: 'x' as never,
      source: null,
      kind: null,
      size: 1,
      sha256: null,
      hashDue: null,
      type: 'image/png',
      width: null,
      height: null,
      begun: scene.storage.clock.now(),
      finished: null,
      expires: scene.storage.clock.now(),
      condemned: null,
      unnamed: 'fresh',
      announcement: null,
    });
    await scene.storage.objects.put('crashed', Buffer.from('x'));
    expect(await scene.sweep()).toEqual({ ...nothing, pending: 1 });
    expect(await scene.keys()).toEqual([]);
  });

  it('in parts are given up a week after their start, and catalog hears of it', async () => {
    const grant = scene.alice.grant({ size: 1000, uploadId: 'parts' as never });
    const { urls } = (await (
      await scene.alice.fetch('/api/upload/parts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ grant }),
      })
    ).json()) as { urls: { url: string }[] };
    await fetch(new URL(urls[0]?.url ?? '', scene.storage.address), {
      method: 'PUT',
      body: new Uint8Array(1000),
    });
    expect(await scene.sweep()).toEqual(nothing);
    scene.storage.clock.advance(6 * DAY);
    expect(await scene.sweep()).toEqual(nothing);
    scene.storage.clock.advance(DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, parts: 1 });
    expect([
      await Array.fromAsync(scene.storage.objects.listMultiparts()),
      await scene.storage.collections.uploads.countDocuments(),
    ]).toEqual([[], 0]);
    await eventually(() =>
      scene.storage.events.some(
        ({ type, data }) =>
          type === 'storage.upload.aborted' && (data as { uploadId: string }).uploadId === 'parts',
      ),
    );
  });

  it('are found in the store when no record names them, once they are old', async () => {
    await scene.storage.objects.createMultipart('stray');
    expect(await scene.sweep()).toEqual(nothing);
    scene.storage.clock.advance(2 * 3600_000);
    expect(await scene.sweep()).toEqual({ ...nothing, multiparts: 1 });
    expect(await Array.fromAsync(scene.storage.objects.listMultiparts())).toEqual([]);
  });

  it('are swept again within half a minute after a sweeper was killed', async () => {
    const { holds } = scene.storage.collections;
    const changes = holds.watch([{ $match: { operationType: 'insert' } }]);
    await changes.tryNext();
    const begun = Date.now();
    await scene.sweep();
    const taken = await changes.next();
    await changes.close();
    const { until } = (taken as { fullDocument: { until: Date } }).fullDocument;
    expect(until.getTime() - begun).toBeLessThan(40_000);
    expect(await holds.countDocuments()).toBe(0);
  });

  it('are swept by one process at a time', async () => {
    const other = new DatabaseLeases(scene.storage.collections, 'another process');
    expect(await other.take('sweep', 60_000)).toBe(true);
    expect(await scene.sweep()).toBeNull();
    await other.release('sweep');
    expect(
      (await Promise.all([scene.sweep(), other.take('sweep', 60_000), other.take('sweep', 60_000)])).filter(
        Boolean,
      ).length,
    ).toBeGreaterThan(0);
    await scene.storage.collections.holds.updateOne(
      { _id: 'sweep' },
      { $set: { owner: 'a dead process', until: new Date(Date.now() - 1) } },
    );
    expect(await scene.sweep()).toEqual(nothing);
  });
});
