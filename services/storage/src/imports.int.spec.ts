import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { uploadReceipt, type FinishedUpload, type ImportGrant } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/refusal.js';
import { authorization } from '../testing/running-storage.js';
import { StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const HOUR = 3600_000;

/** Leave as catalog gives it. */
const leave = (about: Partial<ImportGrant> = {}): string =>
  scene.alice.grant({
    kind: 'import-grant',
    upTo: true,
    source: 'url',
    size: 5_000_000,
    expires: scene.storage.clock.now().getTime() + HOUR,
    ...about,
  } as never);

const streamOf = (pieces: AsyncIterable<Uint8Array>): ReadableStream =>
  Readable.toWeb(Readable.from(pieces)) as ReadableStream;

/** Sends the bytes in pieces without a Content-Length. */
function pieces(bytes: Uint8Array): ReadableStream {
  return streamOf(
    (async function* () {
      for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
    })(),
  );
}

const send = (grant: string, body: Uint8Array | ReadableStream): Promise<Response> =>
  fetch(`${scene.storage.address}/internal/imports`, {
    method: 'PUT',
    headers: { authorization, 'import-grant': grant },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit);

async function finished(sent: Promise<Response>): Promise<FinishedUpload> {
  const answer = await sent;
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()) as FinishedUpload;
}

const aborted = () => scene.storage.events.filter(({ type }) => type === 'storage.upload.aborted');
const nothingLeft = () =>
  eventually(
    async () =>
      (await scene.storage.collections.blobs.countDocuments()) === 0 && (await scene.keys()).length === 0,
  );

describe('a file from elsewhere', () => {
  it.each([0, 10, 3_000_000])('of %i bytes comes whole though no one knows its size', async (size) => {
    const bytes = new Uint8Array(randomBytes(size));
    const answer = await finished(send(leave({ name: 'film.bin' }), pieces(bytes)));
    expect(answer).toMatchObject({ size, sha256: sha256(bytes) });
    const receipt = uploadReceipt.parse(scene.storage.runtime().signer.open(answer.receipt));
    expect(receipt).toMatchObject({ size, source: 'url', name: 'film.bin', drive: scene.alice.drive });
    const blob = await scene.blob(receipt.blobId);
    expect(blob).toMatchObject({ state: 'ready', size });
    expect(aborted()).toEqual([]);
  });

  it('is one blob however often it comes under its leave', async () => {
    const bytes = new Uint8Array(randomBytes(1000));
    const grant = leave();
    const both = await Promise.all([finished(send(grant, pieces(bytes))), finished(send(grant, bytes))]);
    const answers = [...both, await finished(send(grant, new Uint8Array(5)))];
    expect(new Set(answers.map(({ receipt }) => receipt)).size).toBe(1);
    await eventually(async () => (await scene.keys()).length === 1);
  });

  it.each([
    ['more than there is room for', { size: 1000 }, 2000, 507, 'space.exceeded'],
    ['not what its source had announced', { size: 1000, upTo: false }, 999, 400, 'upload.incomplete'],
    ['more than its source had announced', { size: 1000, upTo: false }, 1001, 400, 'upload.incomplete'],
  ] as const)(
    'that is %s is refused, nothing of it is kept, and its room is free',
    async (_, about, size, status, code) => {
      expect(await refusal(send(leave(about), pieces(new Uint8Array(size))))).toEqual([status, code]);
      await nothingLeft();
      await eventually(() => aborted().length === 1);
    },
  );

  it('that is a page from an address is refused; from Dropbox it is what it is', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>Sign in</title>');
    expect(await refusal(send(leave({ name: 'photo.jpg' }), page))).toEqual([400, 'type.not-allowed']);
    await nothingLeft();
    await finished(send(leave({ name: 'photo.jpg', source: 'dropbox' }), page));
  });

  it('that breaks off leaves nothing, and may come again under its leave', async () => {
    const grant = leave();
    const broken = streamOf(
      (async function* () {
        yield new Uint8Array(300_000);
        await eventually(async () => (await scene.storage.collections.blobs.countDocuments()) === 1);
        throw new Error('the source is gone');
      })(),
    );
    await expect(send(grant, broken)).rejects.toThrow();
    await nothingLeft();
    await eventually(() => aborted().length === 1);
    await finished(send(grant, new Uint8Array(10)));
  });

  it('needs a leave of its own kind that still holds', async () => {
    const run = leave({ expires: scene.storage.clock.now().getTime() - 1 });
    for (const grant of [run, scene.alice.grant({ size: 3 }), 'nonsense'])
      expect(await refusal(send(grant, new Uint8Array(3)))).toEqual([400, 'upload.bad-grant']);
    // And the other way round: what a fetching program holds is good for nothing else.
    expect(await refusal(scene.alice.put(leave({ size: 3 }), new Uint8Array(3)))).toEqual([
      400,
      'upload.bad-grant',
    ]);
  });

  it('gives its room back when it failed before its first byte', async () => {
    const grant = leave();
    const give = () =>
      fetch(`${scene.storage.address}/internal/imports/failed`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ grant }),
      });
    expect((await give()).status).toBe(200);
    await eventually(() => aborted().length === 1);
    await finished(send(grant, new Uint8Array(10)));
    expect((await give()).status).toBe(200);
    expect(aborted()).toHaveLength(1);
  });
});
