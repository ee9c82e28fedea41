import type { ElementView } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { eventOf, eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

const QUOTA = 10_000;
let database: TestDatabase;
let catalog: RunningCatalog;
/** The notices sent to notify, with the path that names the drive. */
const told: { path: string; body: { version: number; used: number; quota: number } }[] = [];
let away = true;
beforeAll(async () => {
  database = await testDatabase('catalog');
  const json: Peers['json'] = async (_, path, request) => {
    if (away) throw new Error('away');
    told.push({ path, body: request?.body as (typeof told)[number]['body'] });
    return {} as never;
  };
  catalog = await runCatalog(database, { peers: { json } as Peers });
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const add = async (account: TestAccount, name: string, bytes: number): Promise<string> => {
  const linkurl = `https://example.org/${'x'.repeat(bytes - name.length - 20)}`;
  const obj = { linkname: name, linkurl, linktype: 'website' };
  const { body } = await account.call<{ docs: ElementView }>('POST', '/api/add/', { url: '/', obj });
  return body.docs._id;
};
const jobsOf = ({ drive }: TestAccount) =>
  database.db.collection('jobs').countDocuments({ drive, kind: 'quota-notice', open: true });

it('who uses nine tenths of their space is told once, and again only when it had become less [S2.69]', async () => {
  const alice = catalog.account();
  const plan = { type: 'billing.plan.changed', plan: 'tiny', quota: QUOTA };
  await catalog.bus.publish([eventOf('billing', alice.drive, plan, { version: 1 })]);
  for (const name of ['a', 'b', 'c']) await add(alice, name, 2900);
  expect(await jobsOf(alice)).toBe(0);
  const last = await add(alice, 'd', 300);
  await add(alice, 'e', 100);
  expect(await jobsOf(alice)).toBe(1);
  // Notify is away for a moment.
  away = false;
  await eventually(() => told.length === 1, { timeoutMs: 20_000 });
  expect(told[0]).toMatchObject({
    path: `/internal/drives/${alice.drive}/notices/quota`,
    body: { used: 9000, quota: QUOTA },
  });
  await alice.call('DELETE', '/api/delete/', { url: '/', arr: [last] });
  await add(alice, 'f', 250);
  await eventually(() => told.length === 2, { timeoutMs: 20_000 });
  expect(told[1]?.body.version).toBeGreaterThan(told[0]?.body.version ?? Infinity);
  await eventually(async () => (await jobsOf(alice)) === 0);
});
