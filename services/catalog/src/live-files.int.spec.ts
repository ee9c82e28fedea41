import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driveFor } from '../testing/drive-for.js';
import { aFolder, manyFiles } from '../testing/facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_live');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

interface Answer {
  version: number;
  live: string[] | null;
}

async function ask({ drive }: TestAccount, blobIds: string[], known: number | null = null): Promise<Answer> {
  const body = { questions: [{ drive, blobIds, known }] };
  const { answers } = await catalog.internal<{ answers: Answer[] }>('POST', '/internal/files/live', body);
  const [answer] = answers;
  if (!answer) throw new Error('Catalog gave no answer');
  return answer;
}

it('a file is there until its deletion, or that of a folder above it, is acknowledged', async () => {
  const alice = catalog.account();
  await driveFor(catalog, alice).given(
    aFolder('big'),
    aFolder('sub', 'big'),
    ...manyFiles('sub', 299),
    ...manyFiles('root', 1),
  );
  const page = await catalog.internal<{ blobs: { elementId: string; blobId: string }[] }>(
    'GET',
    `/internal/drives/${alice.drive}/blobs?limit=1000`,
  );
  const ids = page.blobs.map(({ blobId }) => blobId);
  const some = [...ids.slice(0, 40), ...ids.slice(-40), 'unknown'];
  const before = await ask(alice, some);
  expect(new Set(before.live)).toEqual(new Set(some.slice(0, -1)));
  expect(await ask(alice, some, before.version)).toEqual({ version: before.version, live: null });
  expect((await ask(catalog.account('bob'), some)).live).toEqual([]);

  // More than one transaction purges: they wait in limbo.
  expect((await alice.call('DELETE', '/api/delete/', { url: '/', arr: ['big'] })).status).toBe(200);
  const after = await ask(alice, ids.slice(0, 100), before.version);
  const rest = await ask(alice, ids.slice(100, 200), before.version);
  const last = await ask(alice, ids.slice(200), before.version);
  expect(after.version).toBeGreaterThan(before.version);
  expect([...(after.live ?? []), ...(rest.live ?? []), ...(last.live ?? [])].length).toBeLessThanOrEqual(1);
});
