import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createMetrics, MetricRegistry } from '@skyshelf/telemetry';
import { expect, it } from 'vitest';
import { createFolderStore } from './folder/folder-store.js';
import { objectStoreContract } from '../testing/object-store.contract.js';
import { observedObjectStore } from './observed-object-store.js';

async function observedFolder() {
  const registry = new MetricRegistry();
  const root = await mkdtemp(join(tmpdir(), 'observed-store-'));
  const folder = await createFolderStore({ root });
  const store = observedObjectStore(folder, createMetrics('storage', registry));
  const close = async () => {
    await store.close();
    await rm(root, { recursive: true });
  };
  return { store, registry, close };
}

objectStoreContract('observed', async () => ({ ...(await observedFolder()), minPartBytes: 64 * 1024 }));

it('counts and times each call by what came of it', async () => {
  const { store, registry, close } = await observedFolder();
  await store.put('photo', Buffer.from('bytes'));
  await store.head('photo');
  await expect(store.get('unknown')).rejects.toThrow();
  await expect(store.put('photo', Buffer.from('x'), { ifAbsent: true })).rejects.toThrow();
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the sender went away');
    })(),
  );
  await expect(store.put('film', broken)).rejects.toThrow('the sender went away');
  expect(await Array.fromAsync(store.list())).toHaveLength(1);
  const counts = (await registry.text()).matchAll(
    /skyshelf_object_store_duration_seconds_count\{service="storage",operation="(\w+)",outcome="([\w-]+)"\} (\d+)/g,
  );
  expect([...counts].map(([, ...found]) => found.join(' ')).sort()).toEqual([
    'get not-found 1',
    'head ok 1',
    'list ok 1',
    'put exists 1',
    'put failed 1',
    'put ok 1',
  ]);
  await close();
});
