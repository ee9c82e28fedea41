import { text } from 'node:stream/consumers';
import { problemPage, type BlobId, type ProblemPage } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { checkMultiparts } from './application/check/check-objects.js';
import type { Storage } from './application/storage.js';
import { recovery } from './infrastructure/deleted-drives.js';
import { STORAGE } from './storage.runtime.js';
import { StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();

const elementBlobs = (id: string, own: BlobId | null, ...made: BlobId[]) => ({
  elementId: id,
  blobId: own,
  derived: made.map((blobId) => ({ kind: 'thumbnail', blobId, bytes: 50 })),
  size: 1000,
  type: 'image/png',
});

describe('the check of all bytes', () => {
  const problems = async () => {
    const pages = [
      await scene.storage.internal<{ problems: { rule: string; message: string }[] }>(
        'GET',
        '/internal/storage/blobs',
      ),
      await scene.storage.internal<{ problems: { rule: string; message: string }[] }>(
        'GET',
        '/internal/storage/references',
      ),
      await scene.storage.internal<{ problems: { rule: string; message: string }[] }>(
        'GET',
        '/internal/storage/objects',
      ),
    ];
    return pages.flatMap((page) => page.problems.map(({ rule }) => rule));
  };
  const named = async (blobs: object[]) =>
    (
      await scene.storage.internal<{ problems: { rule: string }[] }>('POST', '/internal/blobs/check', {
        drive: scene.alice.drive,
        blobs,
      })
    ).problems.map(({ rule }) => rule);

  it('finds nothing where all is well', async () => {
    const source = await scene.upload();
    await scene.upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'one', blobId: source });
    const { blobId } = (await (await scene.derive(source)).json()) as { blobId: BlobId };
    const ofLink = await scene.deriveOfLink('link');
    await scene.catalog.described(scene.alice, [{ elementId: 'link', blobId: ofLink }]);
    expect(await problems()).toEqual([]);
    expect(await named([elementBlobs('one', source, blobId), elementBlobs('link', null, ofLink)])).toEqual(
      [],
    );
  });

  it('knows the record of a deleted account, which outlives its drive', async () => {
    const { drive } = scene.alice;
    const record = (at: string) =>
      scene.storage.internal('POST', `/internal/drives/${drive}/deletion`, { at });
    await scene.upload();
    await record('2026-03-01T12:00:00.000Z');
    await record('2026-03-02T12:00:00.000Z');
    await scene.storage.internal('POST', `/internal/drives/${drive}/forget`, { forGood: true });
    await scene.sweep();
    expect(await problems()).toEqual([]);
    const [key = '', ...others] = await scene.keys();
    const { body } = await scene.storage.objects.get(key);
    expect([JSON.parse(await text(body)), others]).toEqual([{ drive, at: '2026-03-01T12:00:00.000Z' }, []]);
    expect(await recovery.deletedDrives?.(scene.storage.objects)).toEqual([drive]);
  });

  it('finds each rule that is broken on purpose', async () => {
    const first = await scene.upload();
    const second = await scene.upload();
    const third = await scene.upload();
    await scene.catalog.uploaded(
      scene.alice,
      { elementId: 'one', blobId: first },
      { elementId: 'two', blobId: second },
    );
    await scene.storage.objects.delete([first]);
    expect(await problems()).toEqual(['blob-has-its-bytes']);
    await scene.storage.objects.put(first, Buffer.alloc(999));
    expect(await problems()).toEqual(['blob-has-its-bytes']);
    await scene.storage.objects.put(first, Buffer.alloc(1000));
    await scene.storage.collections.blobs.updateOne({ _id: third }, { $set: { condemned: null } });
    expect(await problems()).toEqual(['unnamed-is-condemned']);
    await scene.storage.collections.blobs.deleteOne({ _id: third });
    expect(await problems()).toEqual(['object-is-known']);
    await scene.storage.objects.delete([third]);
    const { blobId } = (await (await scene.derive(second)).json()) as { blobId: BlobId };
    await scene.storage.collections.blobs.updateOne({ _id: blobId }, { $set: { source: 'gone' as BlobId } });
    expect(await problems()).toEqual(['derived-has-a-source']);
    expect(await named([elementBlobs('two', second, blobId)])).toEqual(['derived-is-ready']);
    await scene.storage.collections.blobs.deleteOne({ _id: second });
    await scene.storage.objects.delete([second, blobId]);
    await scene.storage.collections.blobs.deleteOne({ _id: blobId });
    expect(await problems()).toEqual(['reference-names-a-blob']);
    expect(
      await named([
        elementBlobs('two', second),
        { ...elementBlobs('one', first), size: 999 },
        elementBlobs('other', first),
        elementBlobs('link', null, 'lost' as BlobId),
      ]),
    ).toEqual(['named-blob-is-ready', 'named-blob-is-whole', 'named-blob-is-kept', 'named-blob-is-ready']);
  });

  it('goes through long lists page by page', async () => {
    const ids = [await scene.upload(), await scene.upload(), await scene.upload()].toSorted();
    await scene.storage.collections.blobs.deleteMany({ _id: { $in: ids } });
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query = new URLSearchParams({ limit: '2', ...(after && { after }) });
      const page: ProblemPage = problemPage.parse(
        await scene.storage.internal('GET', `/internal/storage/objects?${query.toString()}`),
      );
      expect(page.looked).toBeLessThanOrEqual(2);
      found.push(...page.problems.map(({ message }) => message));
      after = page.next;
    }
    for (const id of ids) expect(found.filter((message) => message.includes(id))).toHaveLength(1);
    await scene.storage.objects.delete(ids);
  });

  it('reports uploads in parts that no one recorded, when they are old, and leaves them alone', async () => {
    const { objects } = scene.storage;
    const key = 'stray-upload';
    const multipartId = await objects.createMultipart(key);
    const { checked } = scene.storage.service.app.get<Storage>(STORAGE);
    const strays = (hours: number) =>
      checkMultiparts({
        checked,
        objects,
        clock: { now: () => new Date(Date.now() + hours * 3600_000) },
      });
    expect(await strays(1)).toEqual([]);
    const found = await strays(3);
    expect(found.filter(({ message }) => message.includes(key))).toMatchObject([{ rule: 'upload-is-known' }]);
    expect(await objects.listParts(key, multipartId)).toEqual([]);
    await objects.abortMultipart(key, multipartId);
  });
});
