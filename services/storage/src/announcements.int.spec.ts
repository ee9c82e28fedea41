import { blobOfAddress, uploadReceipt, type BlobId, type FinishedUpload } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { announceUnclaimed } from './application/announce-unclaimed.js';
import { STORAGE } from './storage.runtime.js';
import { StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const GRACE_MS = 10_000;

const announce = () => announceUnclaimed(scene.storage.service.app.get(STORAGE));
const upload = () =>
  scene.alice.upload(new Uint8Array([1, 2, 3]), { name: 'a.csv', contentType: 'text/csv' });
const blobOf = ({ linkurl }: FinishedUpload) => blobOfAddress(linkurl) as BlobId;
const told = ({ uploadId }: FinishedUpload) =>
  scene.storage.events.filter(({ data }) => (data as { uploadId?: string }).uploadId === uploadId);

describe('an upload whose browser is gone', () => {
  it('is announced once when the browser’s time is over, with all that the receipt says', async () => {
    const finished = await upload();
    expect(await announce()).toBe(0);
    scene.storage.clock.advance(GRACE_MS);
    await Promise.all([announce(), announce()]);
    await eventually(() => told(finished).length > 0);
    const {
      kind: _,
      expires: __,
      drive: ___,
      ...facts
    } = uploadReceipt.parse(scene.storage.signer.open(finished.receipt));
    expect(told(finished)).toHaveLength(1);
    expect(told(finished)[0]).toMatchObject({
      drive: scene.alice.drive,
      actor: 'local|alice',
      device: 'Node.js',
      data: { type: 'storage.upload.completed', user: 'local|alice', ...facts },
    });
    expect(await announce()).toBe(0);
  });

  it('is not announced when catalog has named it', async () => {
    const finished = await upload();
    await scene.catalog.uploaded(scene.alice, { elementId: 'mine', blobId: blobOf(finished) });
    scene.storage.clock.advance(GRACE_MS);
    expect([await announce(), told(finished)]).toEqual([0, []]);
  });

  it('is not announced when catalog has refused it', async () => {
    const finished = await upload();
    await scene.catalog.refused(scene.alice, blobOf(finished));
    scene.storage.clock.advance(GRACE_MS);
    expect([await announce(), told(finished)]).toEqual([0, []]);
  });
});
