import { testS3 } from '@skyshelf/testing';
import { objectStoreContract } from '../../testing/object-store.contract.js';
import { s3Kinds } from '../../testing/s3-kinds.js';
import { createS3Store } from './s3-store.js';

for (const kind of s3Kinds)
  objectStoreContract(kind, async () => {
    const store = await createS3Store(await testS3(kind));
    return { store, minPartBytes: 5 * 1024 * 1024, close: () => store.close() };
  });
