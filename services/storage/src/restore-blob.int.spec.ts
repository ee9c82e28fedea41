import { createHash, randomBytes } from 'node:crypto';
import type { BlobId } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { DAY, nothing, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();

interface Restored {
  blobId?: string;
  bytes?: Buffer;
  [field: string]: unknown;
}

describe('a blob of an archive', () => {
  const content = randomBytes(5_000);
  const facts = (bytes: Buffer) => ({
    drive: scene.alice.drive,
    once: 'upload:u1',
    uploadId: 'u1',
    source: '',
    kind: '',
    size: String(bytes.length),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    type: 'image/png',
    width: '3',
    height: '4',
    begun: '2026-01-01T00:00:00.000Z',
    finished: '2026-01-01T00:00:01.000Z',
  });

  /** @returns the status, and the message of a refusal */
  async function restore({ blobId = 'restored', bytes = content, ...changed }: Restored = {}) {
    const told = Object.entries({ ...facts(bytes), ...changed }).map(([key, value]) => [key, String(value)]);
    const query = new URLSearchParams(Object.fromEntries(told) as Record<string, string>);
    const answer = await fetch(
      `${scene.storage.address}/internal/blobs/${blobId}/restored?${query.toString()}`,
      {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: {
          authorization: `Internal ${scene.storage.runtime().internalKeys()[0]}`,
          'content-type': 'application/octet-stream',
        },
      },
    );
    const said = (await answer.json()) as { error?: { message: string } };
    return { status: answer.status, message: said.error?.message ?? null };
  }

  const ok = { status: 200, message: null };
  const nothingLeft = async () =>
    expect([await scene.keys(), await scene.storage.collections.blobs.countDocuments()]).toEqual([[], 0]);

  it('comes back as it was, under its old id, and stays when an element names it', async () => {
    expect(await restore()).toEqual(ok);
    expect(await scene.blob('restored' as BlobId)).toMatchObject({
      drive: scene.alice.drive,
      state: 'ready',
      once: 'upload:u1',
      uploadId: 'u1',
      source: null,
      size: 5_000,
      type: 'image/png',
      width: 3,
      height: 4,
      expires: null,
      announcement: null,
      sha256: facts(content).sha256,
      begun: new Date('2026-01-01T00:00:00.000Z'),
      finished: new Date('2026-01-01T00:00:01.000Z'),
      condemned: scene.storage.clock.now(),
    });
    const stored = await scene.storage.objects.get('restored');
    expect(Buffer.concat(await Array.fromAsync(stored.body)).equals(content)).toBe(true);
    const reference = { blobId: 'restored', elementId: 'e' };
    const lines = [{ passed: { catalog: 7 } }, { reference }, { end: 2 }].map((each) => JSON.stringify(each));
    const path = `/internal/drives/${scene.alice.drive}/restore`;
    const named = await scene.storage.internalBytes(path, new TextEncoder().encode(lines.join('\n')));
    expect(named.status).toBe(200);
    const cursor = await scene.storage.database.db
      .collection('cursors')
      .findOne({ drive: scene.alice.drive });
    expect(cursor).toMatchObject({ consumer: 'storage', source: 'catalog', version: 7 });
    expect(await scene.blob('restored' as BlobId)).toMatchObject({ condemned: null });
    scene.storage.clock.advance(30 * DAY);
    expect([await scene.sweep(), await scene.status('restored' as BlobId)]).toEqual([nothing, 200]);
  });

  it('that was never named goes with the sweep, as of every restore that was cut off', async () => {
    expect(await restore()).toEqual(ok);
    scene.storage.clock.advance(7 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    await nothingLeft();
  });

  it('may come again, also many times at once', async () => {
    expect(await restore()).toEqual(ok);
    expect(await restore()).toEqual(ok);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => restore({ blobId: 'other', once: 'upload:u2' })),
    );
    expect(all.some(({ status }) => status === 200)).toBe(true);
    expect(await restore({ blobId: 'other', once: 'upload:u2' })).toEqual(ok);
    expect((await scene.keys()).toSorted()).toEqual(['other', 'restored']);
  });

  it('is refused when its bytes are not those of the archive, and leaves nothing', async () => {
    const sha256 = createHash('sha256').update('others').digest('hex');
    expect(await restore({ sha256 })).toMatchObject({
      status: 400,
      message: 'The bytes of restored are not those of the archive.',
    });
    await nothingLeft();
  });

  it.each([4_999, 5_001])(
    'is refused when there are not so many bytes (%i), and leaves nothing',
    async (size) => {
      expect((await restore({ size })).status).toBeGreaterThanOrEqual(400);
      expect((await restore({ size })).status).toBeLessThan(500);
      await nothingLeft();
    },
  );

  it("is refused where the id has other bytes, or is another drive's", async () => {
    expect(await restore()).toEqual(ok);
    const refused = { status: 400, message: 'The blob restored is there already.' };
    expect(await restore({ bytes: randomBytes(5_000) })).toEqual(refused);
    expect(await restore({ drive: 'another' })).toEqual(refused);
    const stored = await scene.storage.objects.get('restored');
    expect(Buffer.concat(await Array.fromAsync(stored.body)).equals(content)).toBe(true);
  });

  it('is refused where its upload has become another blob, which stays', async () => {
    expect(await restore()).toEqual(ok);
    expect(await restore({ blobId: 'second' })).toEqual({
      status: 400,
      message: 'The bytes of second are there under another id.',
    });
    expect(await scene.keys()).toEqual(['restored']);
  });

  it('made from another one belongs to it', async () => {
    expect(await restore()).toEqual(ok);
    const made = { once: 'thumbnail:restored:job', uploadId: '', source: 'restored', kind: 'thumbnail' };
    expect(await restore({ blobId: 'small', ...made })).toEqual(ok);
    expect(await scene.blob('small' as BlobId)).toMatchObject({ source: 'restored', condemned: null });
    scene.storage.clock.advance(7 * DAY);
    expect(await scene.sweep()).toEqual({ ...nothing, unused: 1 });
    await nothingLeft();
  });

  it.each([
    ['no size', { size: '' }],
    ['a hash that is none', { sha256: 'abc' }],
    ['a kind that no one knows', { kind: 'video' }],
    ['a day that is none', { begun: 'yesterday' }],
    ['no drive', { drive: '' }],
  ])('with %s is a clear refusal', async (_, changed) => {
    expect((await restore(changed)).status).toBe(400);
    await nothingLeft();
  });
});
