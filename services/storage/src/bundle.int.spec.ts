import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { AdmittedUploads } from '@skyshelf/contracts';
import { ObjectStoreError } from '@skyshelf/object-store';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/refusal.js';
import { DAY, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const random = (size: number) => new Uint8Array(randomBytes(size));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const answered = async (sent: Promise<Response>): Promise<AdmittedUploads> => {
  const answer = await sent;
  expect(answer.status).toBe(200);
  return (await answer.json()) as AdmittedUploads;
};
const records = () => scene.storage.collections.blobs.countDocuments();
const admitted = (key: string) => scene.storage.bundles.admitted.get(`key:${key}`)?.files ?? [];
const nothingLeft = () =>
  eventually(async () => (await records()) === 0 && (await scene.keys()).length === 0);

describe('a bundle of small files', () => {
  it('is kept whole, each file under a key of its own, and turned into elements at once', async () => {
    const files = { 'a.bin': random(8192), 'empty.bin': random(0), 'large.bin': random(900_000) };
    const answer = await answered(scene.alice.bundle(files, { key: 'one' }));
    expect(Object.keys(answer.docs.insertedIds)).toEqual(['0', '1', '2']);
    expect(admitted('one')).toHaveLength(3);
    expect(scene.storage.bundles.admitted.get('key:one')?.device).toBe('Node.js');
    for (const [index, { blobId }] of admitted('one').entries()) {
      const bytes = Object.values(files)[index] ?? new Uint8Array();
      const blob = await scene.blob(blobId);
      expect(blob).toMatchObject({ state: 'ready', sha256: sha256(bytes), size: bytes.length });
      const read = await scene.alice.fetch(`/files/Cloud/${blobId}/x`);
      expect(sha256(new Uint8Array(await read.arrayBuffer()))).toBe(sha256(bytes));
    }
  });

  it('is one bundle however often it is sent under its key', async () => {
    const files = { 'a.bin': random(100), 'b.bin': random(200) };
    const send = () => answered(scene.alice.bundle(files, { key: 'same' }));
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.warnings).toEqual([]);
    await eventually(async () => (await records()) === 2 && (await scene.keys()).length === 2);
  });

  it('goes on after a crash between its bytes and its elements', async () => {
    scene.storage.bundles.onAdmit = () => Promise.reject(new Error('catalog was killed'));
    const files = { 'a.bin': random(100) };
    expect((await scene.alice.bundle(files, { key: 'cut' })).status).toBeGreaterThanOrEqual(500);
    scene.storage.bundles.onAdmit = async () => {};
    const { docs } = await answered(scene.alice.bundle(files, { key: 'cut' }));
    expect(Object.keys(docs.insertedIds)).toEqual(['0']);
    await eventually(async () => (await records()) === 1 && (await scene.keys()).length === 1);
  });

  it('goes like any upload that no one claims when its sender does not come back', async () => {
    scene.storage.bundles.onAdmit = () => Promise.reject(new Error('catalog was killed'));
    await scene.alice.bundle({ 'a.bin': random(100) });
    scene.storage.clock.advance(9 * DAY);
    await scene.sweep();
    expect(await nothingLeft()).toBe(true);
  });

  it('says which files are refused and keeps the others', async () => {
    scene.storage.bundles.taken.add('b.bin');
    const files = { 'a.bin': random(100), 'b.bin': random(200), 'c.bin': random(300_000) };
    const { docs, warnings } = await answered(scene.alice.bundle(files, { key: 'some' }));
    expect(Object.keys(docs.insertedIds)).toEqual(['0', '2']);
    expect(warnings).toEqual([expect.objectContaining({ index: 1, code: 'name.exists' })]);
    const kept = await Promise.all(admitted('some').map(({ blobId }) => scene.blob(blobId)));
    expect(kept.map((blob) => blob?.sha256)).toEqual([files['a.bin'], files['c.bin']].map(sha256));
  });
});

describe('of a bundle nothing is kept', () => {
  const two = { 'a.bin': random(10), 'b.bin': random(300_000) };
  const head = (...files: object[]) => JSON.stringify({ url: '/', files });
  const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `${index}`, size: 1, type: '' }));

  it.each([
    ['fewer bytes than its head says', { bytes: random(300_009) }, 'upload.incomplete'],
    ['more bytes than its head says', { bytes: random(300_011) }, 'upload.incomplete'],
    ['more than 8 MiB', { head: head({ name: 'a', size: 8 * 1024 * 1024 + 1, type: '' }) }, 'input.invalid'],
    ['an eleventh file', { head: head(...eleven) }, 'input.invalid'],
    ['no file', { head: head() }, 'input.invalid'],
    ['a head that is not JSON', { head: '{"url": "/", "files"' }, 'input.unreadable'],
    ['a head with half a letter', { head: head({ name: '\ud800', size: 1, type: '' }) }, 'input.unreadable'],
    ['no head at all', { head: '' }, 'input.invalid'],
    ['a head that does not end', { head: ' '.repeat(300_000) }, 'input.invalid'],
  ])('with %s', async (_, sent, code) => {
    expect(await refusal(scene.alice.bundle(two, sent))).toEqual([400, code]);
    expect(await nothingLeft()).toBe(true);
  });

  it('when its head is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), random(10)]);
    const sent = scene.alice.fetch('/api/upload/bundle', { method: 'PUT', body });
    expect(await refusal(sent)).toEqual([400, 'input.unreadable']);
  });

  it('when other bytes come than announced, without a length', async () => {
    const line = `${head({ name: 'a', size: 5000, type: '' })}\n`;
    for (const size of [4999, 5001]) {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(line));
          controller.enqueue(random(size));
          controller.close();
        },
      });
      const init = { method: 'PUT', body, duplex: 'half' } as RequestInit;
      expect(await refusal(scene.alice.fetch('/api/upload/bundle', init))).toEqual([
        400,
        'upload.incomplete',
      ]);
    }
    expect(await nothingLeft()).toBe(true);
  });

  it('when its sender goes away in the middle', async () => {
    const line = `${head({ name: 'a', size: 5000, type: '' }, { name: 'b', size: 400_000, type: '' })}\n`;
    await new Promise<void>((resolve) => {
      const sending = request(`${scene.storage.address}/api/upload/bundle`, {
        method: 'PUT',
        headers: { authorization: scene.alice.authorization, 'content-length': line.length + 405_000 },
      });
      sending.on('error', () => resolve());
      sending.write(Buffer.concat([Buffer.from(line), random(100_000)]));
      void eventually(async () => (await records()) === 1).then(() => sending.destroy());
    });
    expect(await nothingLeft()).toBe(true);
  });

  it('when one of its files cannot be written', async () => {
    let puts = 0;
    scene.onPut = async () => {
      puts += 1;
      if (puts === 2) throw new ObjectStoreError('full', 'no');
    };
    expect(await refusal(scene.alice.bundle(two))).toEqual([507, 'space.exceeded']);
    expect(await nothingLeft()).toBe(true);
  });
});
