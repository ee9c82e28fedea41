import type { ElementView } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driveFor } from '../testing/drive-for.js';
import { aFolder, manyFiles } from '../testing/facts.js';
import { below, stateOf } from '../testing/large-shelf.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
beforeAll(async () => {
  database = await testDatabase('catalog_copies');
  catalog = await runCatalog(database);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const driveOf = (account: TestAccount) => driveFor(catalog, account);

interface Pasted {
  docs: { ops: ElementView[]; process: string };
}

const copy = async (account: TestAccount) =>
  (
    await account.call<Pasted>('POST', '/api/paste/', {
      url: '/',
      folderId: 'to',
      arr: ['big'],
      action: 'copy',
    })
  ).body.docs;
const underWay = async (account: TestAccount) =>
  (await account.call<{ docs: { done: number }[] }>('GET', '/api/processes')).body.docs;
const problems = (account: TestAccount) =>
  catalog.internal<{ problems: [] }>('GET', `/internal/drives/${account.drive}/check`);

/** A folder of 2,000 elements, most of them flat, and where it is copied to. */
async function seededAccount(): Promise<TestAccount> {
  const account = catalog.account();
  await driveOf(account).given(
    aFolder('to'),
    aFolder('big'),
    ...manyFiles('big', 1500),
    aFolder('sub', 'big'),
    ...manyFiles('sub', 498),
  );
  return account;
}

it('a folder of thousands is copied while others work on', async () => {
  const alice = await seededAccount();
  const started = performance.now();
  const { ops } = await copy(alice);
  const answered = performance.now() - started;
  expect(ops).toMatchObject([{ linkname: 'big', copying: { done: 1, total: 2000 } }]);
  const waits: number[] = [];
  while ((await underWay(alice)).length > 0) {
    const asked = performance.now();
    const obj = { linkname: `meanwhile ${waits.length}`, linktype: 'folder' };
    expect((await alice.call('POST', '/api/add/', { url: '/', obj })).status).toBe(200);
    waits.push(performance.now() - asked);
  }
  const seconds = (performance.now() - started) / 1000;
  const slowest = Math.max(...waits);
  console.log(
    `answered in ${answered.toFixed(0)} ms, ${(2000 / seconds).toFixed(0)} elements/s; ${waits.length} commands meanwhile, the slowest ${slowest.toFixed(0)} ms`,
  );
  expect(waits.length).toBeGreaterThan(3);
  const drive = driveOf(alice);
  expect(await below(drive, '/to/big/')).toEqual(await below(drive, '/big/'));
  expect(await stateOf(drive)).toMatchObject({ reserved: 0, used: 2 * 1998 });
  expect(await problems(alice)).toEqual({ problems: [] });
}, 60_000);
