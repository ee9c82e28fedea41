import type { StorageEvent } from '@skyshelf/contracts';
import { createLogger } from '@skyshelf/telemetry';
import { eventually } from '@skyshelf/testing';
import { expect, it } from 'vitest';
import type { Storage } from './application/storage.js';
import { sweep } from './application/sweep/sweep.js';
import { DatabaseLeases } from './infrastructure/database-leases.js';
import { createServiceOutbox } from '@skyshelf/service';
import { SweptBlobs } from './infrastructure/swept-blobs.js';
import { UnnamedBytes } from './infrastructure/unnamed-bytes.js';
import { STORAGE } from './storage.runtime.js';
import { DAY, StorageScene } from '../testing/storage-scene.js';

const scene = new StorageScene();
const BLOBS = 6;
const patient = { timeoutMs: 20_000 };

/** A sweep of another process, which does not know that another is at it: the lease of one that slept ran out. */
function sweepOfItsOwn(name: string, complaints: string[]): () => ReturnType<typeof sweep> {
  const { storage } = scene;
  const { client, db, clock } = storage.runtime();
  const outbox = createServiceOutbox<StorageEvent>('storage', { db, clock });
  const logger = createLogger({
    service: 'storage',
    level: 'error',
    destination: { write: (line: string) => void complaints.push(line) },
  });
  const { collections } = storage;
  const sweeping = new SweptBlobs(client, collections, new UnnamedBytes(collections), outbox);
  const leases = new DatabaseLeases({ ...collections, holds: db.collection(`holds-${name}`) } as never, name);
  const shared = storage.service.app.get<Storage>(STORAGE);
  return () => sweep({ ...shared, sweeping, leases, logger });
}

it('do each piece of work once, and none of the wrong', { timeout: 60_000 }, async () => {
  const ids = await Promise.all(Array.from({ length: BLOBS }, () => scene.upload()));
  const [kept, ...unused] = ids;
  for (const blobId of ids) await scene.catalog.uploaded(scene.alice, { elementId: `e-${blobId}`, blobId });
  for (const blobId of unused) await scene.catalog.deleted(scene.alice, { elementId: `e-${blobId}`, blobId });
  for (let left = 3; left > 0; left -= 1) {
    const answer = await scene.alice.post('/api/upload/parts', { grant: scene.alice.grant({ size: 1000 }) });
    expect(answer.status).toBe(200);
    await scene.storage.objects.createMultipart(`stray-${left}`);
  }
  scene.storage.clock.advance(30 * DAY);
  const complaints: string[] = [];
  const sweeps = ['one', 'two', 'three'].map((name) => sweepOfItsOwn(name, complaints));
  const swept = await Promise.all(sweeps.map((run) => run()));
  const sum = (what: 'unused' | 'parts' | 'references') =>
    swept.reduce((all, each) => all + (each?.[what] ?? 0), 0);
  expect({ unused: sum('unused'), parts: sum('parts'), references: sum('references') }).toEqual({
    unused: BLOBS - 1,
    parts: 3,
    references: BLOBS - 1,
  });
  expect(await scene.keys()).toEqual([kept]);
  expect(await Array.fromAsync(scene.storage.objects.listMultiparts())).toEqual([]);
  const told = (type: string) =>
    scene.storage.database.db.collection('events').countDocuments({ 'data.type': type });
  expect([await told('storage.blob.removed'), await told('storage.upload.aborted')]).toEqual([BLOBS - 1, 3]);
  expect(complaints).toEqual([]);
  // What other processes have committed is theirs to publish for a while; these do not.
  scene.storage.clock.advance(3_000);
  await eventually(() => {
    const removed = scene.storage.events.filter(({ type }) => type === 'storage.blob.removed');
    expect(new Set(removed.map(({ id }) => id)).size).toBe(BLOBS - 1);
  }, patient);
});
