import { randomBytes } from 'node:crypto';
import { blobOfAddress, type BlobId, type Problem, type UploadGrant } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { announceUnclaimed } from './application/announce-unclaimed.js';
import { STORAGE } from './storage.runtime.js';
import { DAY, StorageScene } from '../testing/storage-scene.js';

const MB = 1024 * 1024;
const scene = new StorageScene({ unnamedExtraMb: 1 });

/** The setting and this quota allow 3 MB unnamed. */
const quota = 2 * MB;
const most = 3 * MB;

const mebibyte = () => new Uint8Array(randomBytes(MB));

/** Sends a file of 1 MB; its blob, or the code of the refusal. */
async function send(
  about: Partial<UploadGrant> = {},
): Promise<{ status: number; code?: string; message?: string; blobId: BlobId | null }> {
  const answer = await scene.alice.put(scene.alice.grant({ size: MB, quota, ...about }), mebibyte());
  const body = (await answer.json()) as {
    linkurl?: string;
    error?: { code: string; message: string };
  };
  const blobId = body.linkurl ? (blobOfAddress(body.linkurl) as BlobId) : null;
  return { status: answer.status, ...body.error, blobId };
}

async function sendAndDelete(element: string) {
  const sent = await send();
  if (sent.blobId === null) return sent;
  const named = { elementId: element, blobId: sent.blobId };
  await scene.catalog.uploaded(scene.alice, named);
  await scene.catalog.deleted(scene.alice, named);
  return sent;
}

const counted = async (): Promise<number> =>
  (await scene.storage.collections.unnamed.findOne({ _id: scene.alice.drive }))?.bytes ?? 0;

/** The blobs know the bytes that the counter does not know yet. */
const fresh = async (): Promise<number> => {
  const blobs = await scene.storage.collections.blobs.find({ unnamed: 'fresh' }).toArray();
  return blobs.reduce((sum, { size }) => sum + size, 0);
};

const problems = async (): Promise<Problem[]> =>
  (await scene.storage.internal<{ problems: Problem[] }>('GET', '/internal/storage/unnamed')).problems;

const bytesInStore = async (): Promise<number> =>
  (await Array.fromAsync(scene.storage.objects.list())).reduce((sum, { size }) => sum + size, 0);

describe('bytes that no element names', () => {
  it('are so many of a drive as its quota and the setting allow, however often a file is uploaded and deleted', async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect(await sendAndDelete(`e${turn}`)).toMatchObject({ status: 200 });
    const refused = await sendAndDelete('e3');
    expect(refused).toMatchObject({ status: 507, code: 'space.held' });
    expect(refused.message).toContain('take up 3 MB');
    expect([await counted(), await bytesInStore(), await problems()]).toEqual([most, most, []]);
    scene.storage.clock.advance(8 * DAY);
    await scene.sweep();
    expect([await counted(), await problems()]).toEqual([0, []]);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it('are so many when uploads are never turned into elements, also of many at the same time', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => send()));
    const taken = sent.filter(({ status }) => status === 200);
    expect([taken.length, await counted(), await fresh(), await problems()]).toEqual([3, 0, most, []]);
    expect(new Set(sent.map(({ code }) => code))).toEqual(new Set([undefined, 'space.held']));
    expect(await scene.keys()).toHaveLength(3);
    await scene.catalog.refused(scene.alice, taken[0]?.blobId as BlobId);
    await scene.catalog.uploaded(scene.alice, { elementId: 'e', blobId: taken[1]?.blobId as BlobId });
    expect([await counted(), await fresh(), await problems()]).toEqual([MB, MB, []]);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it('are in the counter from when an upload is announced that was not claimed', async () => {
    await send();
    expect([await counted(), await fresh()]).toEqual([0, MB]);
    scene.storage.clock.advance(DAY / 2);
    await announceUnclaimed(scene.storage.service.app.get(STORAGE));
    expect([await counted(), await fresh(), await problems()]).toEqual([MB, 0, []]);
    for (let turn = 0; turn < 2; turn += 1) expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 507, code: 'space.held' });
  });

  it('are those of another drive no one else pays for', async () => {
    for (let turn = 0; turn < 3; turn += 1) await send();
    const bob = scene.storage.account('bob');
    expect((await bob.put(bob.grant({ size: MB, quota }), mebibyte())).status).toBe(200);
  });

  it('are not what breaks off, and what expires no longer', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1000));
        controller.close();
      },
    });
    expect((await scene.alice.put(scene.alice.grant({ size: MB, quota }), broken)).status).toBe(400);
    expect([await counted(), await fresh()]).toEqual([0, 0]);
    scene.onPut = () => Promise.reject(new Error('the process died'));
    const { blobs } = scene.storage.collections;
    await send();
    await blobs.updateMany({}, { $set: { state: 'pending' } });
    expect(await problems()).toEqual([]);
    scene.storage.clock.advance(DAY);
    await scene.sweep();
    expect([await counted(), await problems()]).toEqual([0, []]);
  });

  it('are an upload in parts from its begin, until it is given up', async () => {
    const start = async (size: number) => {
      const answer = await scene.alice.post('/api/upload/parts', {
        grant: scene.alice.grant({ size, quota: 8 * MB }),
      });
      const { uploadId, error } = (await answer.json()) as { uploadId: string; error?: { code: string } };
      return { status: answer.status, uploadId, code: error?.code };
    };
    const { uploadId } = await start(9 * MB);
    expect([await counted(), await problems()]).toEqual([9 * MB, []]);
    expect(await start(8.5 * MB)).toMatchObject({ status: 507, code: 'space.held' });
    expect((await scene.alice.fetch(`/api/upload/parts/${uploadId}`, { method: 'DELETE' })).status).toBe(200);
    expect([await counted(), await problems()]).toEqual([0, []]);
    await start(9 * MB);
    scene.storage.clock.advance(8 * DAY);
    await scene.sweep();
    expect([await counted(), await problems()]).toEqual([0, []]);
  });

  it('are counted again when the counter is wrong', async () => {
    await sendAndDelete('e');
    await scene.storage.collections.unnamed.updateOne({ _id: scene.alice.drive }, { $inc: { bytes: -5 } });
    const { drive } = scene.alice;
    const message = `${MB - 5} bytes of drive ${drive} count as named by no element, ${MB} are.`;
    expect(await problems()).toEqual([{ rule: 'unnamed-bytes', message, about: { drive } }]);
    await scene.storage.internal('POST', '/internal/storage/unnamed/recount', { drive });
    expect([await counted(), await problems()]).toEqual([MB, []]);
  });
});

describe('a disk that is almost full', () => {
  it('takes no uploads until there is room again', async () => {
    const { alice } = scene;
    let free = 1024 * MB - 1;
    scene.freeBytes = async () => free;
    expect(await send()).toMatchObject({ status: 507, code: 'disk.full' });
    const parts = await alice.post('/api/upload/parts', { grant: alice.grant({ size: 9 * MB }) });
    expect(parts.status).toBe(507);
    const of = { generation: 0, visitor: 'eve' };
    alice.scope = { kind: 'drop', rights: ['add'], id: 'link', ...of };
    const drop = { link: 'link', ...of, sending: 'one', path: [], tags: [] };
    expect(await send({ drop })).toMatchObject({ status: 507, code: 'drop.full' });
    delete alice.scope;
    free += 1;
    await eventually(async () => (await send()).status === 200);
  });
});
