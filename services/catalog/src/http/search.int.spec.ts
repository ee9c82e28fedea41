import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Catalog } from '../application/catalog.js';
import { CATALOG } from '../catalog.runtime.js';
import { driveIn } from '../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../testing/facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
let alice: TestAccount;
beforeAll(async () => {
  database = await testDatabase('catalog_overview');
  catalog = await runCatalog(database);
  alice = catalog.account();
  const { store, clock, ids } = catalog.service.app.get<Catalog>(CATALOG);
  const drive = driveIn(store, { clock: { ...clock, advance: () => undefined }, ids }, alice.drive);
  await drive.given(aFolder('big'), aFolder('sub', 'big'), ...manyFiles('sub', 3000));
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const search = (body: object) => alice.call('POST', '/api/search/', body);

it('a drive is searched without reading more than is answered', async () => {
  await database.db.command({ profile: 2 });
  await search({ text: 'png', limit: 5 });
  await search({ text: 'nothing at all' });
  await search({ text: 'n2999 png', limit: 5 });
  await database.db.command({ profile: 0 });
  const looked = await database.db
    .collection('system.profile')
    .find({ ns: /\.elements$/u })
    .toArray();
  expect(looked.length).toBeGreaterThan(0);
  for (const { docsExamined, planSummary, command } of looked) {
    expect(docsExamined, JSON.stringify([planSummary, command])).toBeLessThan(20);
  }
});
