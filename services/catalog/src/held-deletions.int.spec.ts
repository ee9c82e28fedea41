import type { ElementView } from '@skyshelf/contracts';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { driveFor } from '../testing/drive-for.js';
import { aFolder, aLink, manyFiles } from '../testing/facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

let database: TestDatabase;
let catalog: RunningCatalog;
const callers = new Map();
beforeAll(async () => {
  database = await testDatabase('catalog_held');
  catalog = await runCatalog(database, { callers });
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});
const restart = async (): Promise<void> => {
  await catalog.stop();
  catalog = await runCatalog(database, { callers });
};

async function seeded(): Promise<TestAccount> {
  const account = catalog.account();
  await driveFor(catalog, account).given(aFolder('big'), ...manyFiles('big', 1000), aLink('l'));
  return account;
}
/** The same account, at the process that runs now. */
const now = (account: TestAccount): TestAccount => {
  const fresh = catalog.account();
  return { ...fresh, sub: account.sub, drive: account.drive, headers: account.headers };
};
const hold = async (account: TestAccount, seconds: number): Promise<string> => {
  const body = { url: '/', arr: ['big', 'l'], hold: seconds };
  const answer = await account.call<{ docs: { process: string } }>('DELETE', '/api/delete/', body);
  return answer.body.docs.process;
};
const undo = (account: TestAccount, process: string) =>
  account.call<{ docs: { ops: ElementView[] } }>(
    'POST',
    '/api/processes/cancel',
    { process, exact: true },
    account.headers,
  );
const state = (account: TestAccount) => driveFor(catalog, account).catalog.store.state(account.drive);
const isGone = (account: TestAccount) => async () => (await state(account)).count === 0;
const patient = { timeoutMs: 30_000, intervalMs: 50 };

it('one of a thousand elements is undone after a restart, as if it had not been', async () => {
  const alice = await seeded();
  const before = await state(alice);
  const process = await hold(alice, 60);
  await restart();
  const { status, body } = await undo(now(alice), process);
  expect([status, body.docs.ops.map(({ _id }) => _id)]).toEqual([200, ['big', 'l']]);
  const { used, count, byKind, reserved } = await state(alice);
  expect({ used, count, byKind, reserved }).toEqual({
    used: before.used,
    count: before.count,
    byKind: before.byKind,
    reserved: before.reserved,
  });
});

it('one whose time is over after a restart is purged then', async () => {
  const alice = await seeded();
  await hold(alice, 3);
  await restart();
  await eventually(isGone(alice), patient);
});

it('asked at the same moment as its time is over, it is all back or all gone', async () => {
  for (let round = 0; round < 4; round += 1) {
    const alice = await seeded();
    const before = await state(alice);
    const began = performance.now();
    const process = await hold(alice, 1);
    // The end of its time, give or take a few milliseconds.
    const due = 1_000 + (performance.now() - began) / 2 - 4 + round * 3;
    await eventually(() => performance.now() - began >= due, { timeoutMs: 5_000, intervalMs: 1 });
    const { status } = await undo(alice, process);
    if (status === 200) expect((await state(alice)).count).toBe(before.count);
    else await eventually(isGone(alice), patient);
  }
});
