import type { ElementView } from '@skyshelf/contracts';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogRow } from './domain/catalog-row.js';
import { driveFor } from '../testing/drive-for.js';
import { aFolder, idOf, manyFiles } from '../testing/facts.js';
import { folderFiller } from '../testing/fill-folders.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';
import { edit } from '../testing/shelf-commands.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_large');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const driveOf = (account: TestAccount) => driveFor(catalog, account);

const usage = async (account: TestAccount) =>
  (await account.call<{ result: { count: number; totalSize: number } }>('POST', '/api/account/usage/')).body
    .result;

describe('a folder with thousands of files', () => {
  it('is deleted at once; others work on; nothing of it remains', async () => {
    const alice = catalog.account();
    await driveOf(alice).given(
      aFolder('big'),
      aFolder('sub', 'big'),
      ...manyFiles('big', 1200),
      ...manyFiles('sub', 800),
    );
    const started = performance.now();
    const deleted = await alice.call('DELETE', '/api/delete/', { url: '/', arr: ['big'], forever: true });
    const answered = performance.now() - started;
    expect(deleted.body).toMatchObject({ docs: { deletedCount: 1 } });

    let counted = (await usage(alice)).count;
    expect(counted).toBeGreaterThan(1200);
    let passed = 0;
    while (counted > 0) {
      const name = `link ${passed}`;
      const added = await alice.call<{ docs: ElementView }>('POST', '/api/add/', {
        url: '/',
        obj: { linkname: passed ? name : 'Big', linktype: 'folder' },
      });
      expect(added.status).toBe(200);
      expect(
        (await alice.call('DELETE', '/api/delete/', { url: '/', arr: [added.body.docs._id] })).status,
      ).toBe(200);
      passed += 1;
      counted = (await usage(alice)).count;
    }
    console.log(
      `answered in ${answered.toFixed(0)} ms; ${passed} pairs of commands passed between the chunks`,
    );
    expect(passed).toBeGreaterThan(3);
    expect(await usage(alice)).toMatchObject({ count: 0, totalSize: 0 });
    await eventually(
      async () =>
        (await catalog.internal<{ problems: [] }>('GET', `/internal/drives/${alice.drive}/check`)).problems
          .length === 0,
    );
  });
});

/** How many rows the database looked at and changed while something happened. */
async function workDone(happens: () => Promise<unknown>): Promise<{ examined: number; changed: number }> {
  const profile = database.db.collection<{ docsExamined?: number; nModified?: number }>('system.profile');
  await database.db.command({ profile: 2 });
  await happens();
  await database.db.command({ profile: 0 });
  const operations = await profile.find({ ns: `${database.name}.elements` }).toArray();
  await profile.drop();
  const sum = (counts: (number | undefined)[]) => counts.reduce<number>((all, count = 0) => all + count, 0);
  return {
    examined: sum(operations.map(({ docsExamined }) => docsExamined)),
    changed: sum(operations.map(({ nModified }) => nModified)),
  };
}

it('moving a folder a level down reads the same over 10 and over 2,000 folders', async () => {
  const work = [];
  for (const count of [10, 2000]) {
    const account = catalog.account();
    const drive = driveOf(account);
    const move = (folderId: string) =>
      account.call('POST', '/api/paste/', { url: '/', folderId, arr: ['big'], action: 'cut' });
    const deepest = async () => (await drive.catalog.store.state(account.drive)).bounds.depth;
    await drive.given(aFolder('here'), aFolder('there'), aFolder('deeper', 'there'), aFolder('big', 'here'));
    const filler = folderFiller(database, account);
    await filler.like('deeper', idOf('big'), count);
    await filler.close();
    // Facts don't tell how deep a drive is: the first time it is counted.
    expect(await deepest()).toBeUndefined();
    expect((await move('deeper')).status).toBe(200);
    await eventually(async () => (await deepest()) === 4, { timeoutMs: 30_000 });
    expect((await move('here')).status).toBe(200);
    work.push(await workDone(() => move('deeper')));
    expect(await deepest()).toBe(5);
  }
  expect(work[1]).toEqual(work[0]);
  expect(work[0]?.changed).toBe(1);
  expect(work[0]?.examined).toBeLessThan(10);
}, 60_000);

it('renaming a folder costs the same over 10 and over 2,000 descendants: one document', async () => {
  const work = [];
  for (const count of [10, 2000]) {
    const account = catalog.account();
    const drive = driveOf(account);
    const facts = [aFolder('top'), aFolder('sub', 'top'), ...manyFiles('sub', count)];
    await drive.given({ type: 'catalog.quota.changed', quota: 1e9 }, ...facts);
    const row = (await (await drive.catalog.store.reader(account.drive)).get('top')) as CatalogRow;
    work.push(await workDone(() => edit(drive, row, 'first', [])));
  }
  expect(work[1]).toEqual(work[0]);
  expect(work[0]?.changed).toBe(1);
  expect(work[0]?.examined).toBeLessThan(5);
}, 60_000);
