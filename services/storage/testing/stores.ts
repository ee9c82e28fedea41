import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore, createS3Store, type ObjectStore } from '@skyshelf/object-store';
import { testS3 } from '@skyshelf/testing';

export interface TestStore {
  store: ObjectStore;
  close(): Promise<void>;
}

/** A folder of the test's own. */
export async function folderForTest(): Promise<TestStore> {
  const root = await mkdtemp(join(tmpdir(), 'storage-'));
  const store = await createFolderStore({ root });
  const close = async () => {
    await store.close();
    await rm(root, { recursive: true });
  };
  return { store, close };
}

/** A bucket of the test's own in the run's store of this kind. */
export async function bucketForTest(kind: 'versitygw' | 'minio'): Promise<TestStore> {
  const store = await createS3Store(await testS3(kind));
  return { store, close: () => store.close() };
}

/** Opens the store of the tests: a folder, or with `STORAGE_TEST_STORE=versitygw|minio` an S3 store. */
export function storeForTest(): Promise<TestStore> {
  const kind = process.env.STORAGE_TEST_STORE;
  return kind === 'versitygw' || kind === 'minio' ? bucketForTest(kind) : folderForTest();
}
