import type { ElementView } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_listing');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

it('a listing shows all that was acknowledged before it was asked for, while others write', async () => {
  const alice = catalog.account();
  let acknowledged = 0;
  const written = new AbortController();
  const write = async () => {
    for (let index = 0; index < 120; index += 1) {
      const added = await alice.call('POST', '/api/add/', {
        url: '/',
        obj: { linkname: `folder ${index}`, linktype: 'folder' },
      });
      expect(added.status).toBe(200);
      acknowledged += 1;
    }
    written.abort();
  };
  let listings = 0;
  const read = async (address: object) => {
    while (!written.signal.aborted) {
      const before = acknowledged;
      const { body } = await alice.call<{ docs: ElementView[]; version: number }>('POST', '/api/', address);
      expect(body.docs.length).toBeGreaterThanOrEqual(before);
      expect(body.docs.length).toBeGreaterThanOrEqual(body.version);
      expect(body.version).toBeGreaterThanOrEqual(before);
      listings += 1;
    }
  };
  await Promise.all([
    write(),
    read({ url: '/' }),
    read({ url: '/' }),
    read({ url: '/x/', folderId: 'root' }),
  ]);
  expect(listings).toBeGreaterThan(30);
}, 60_000);
