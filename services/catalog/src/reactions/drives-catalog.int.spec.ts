import type { EventMessage } from '@skyshelf/contracts';
import { createPeers, httpLink, type PeerLink } from '@skyshelf/peers';
import type { Caller } from '@skyshelf/tokens';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runCatalog, type RunningCatalog, type TestAccount } from '../../testing/running-catalog.js';

let database: TestDatabase;
let own: RunningCatalog;
let other: RunningCatalog;
let http: ReturnType<typeof httpLink>;
const callers = new Map<string, Caller>();
const asked = vi.fn<PeerLink['text']>();
const replicas = vi.fn(() => 2);

beforeAll(async () => {
  database = await testDatabase('hot_drive');
  own = await runCatalog(database, { callers });
  http = httpLink(await own.service.listenInternal({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await Promise.all([own.stop(), http.close()]);
  await database.drop();
});
beforeEach(async () => {
  asked.mockReset().mockImplementation((request) => http.text(request));
  const linkTo = () => ({ ...http, text: asked, replicas });
  const peers = createPeers({ internalKeys: own.runtime.internalKeys, linkTo });
  other = await runCatalog(database, { callers, peers });
});
afterEach(() => other.stop());

const addFolder = ({ call }: TestAccount, linkname: string) =>
  call('POST', '/api/add/', { url: '/', obj: { linkname, linktype: 'folder' } });

let told = 0;
const planOf = ({ drive }: TestAccount, quota: number) =>
  other.bus.publish([
    {
      id: `billing:${drive}:${(told += 1)}`,
      source: 'billing',
      type: 'billing.plan.changed',
      schema: 1,
      drive,
      version: null,
      at: new Date().toISOString(),
      actor: null,
      trace: null,
      data: { type: 'billing.plan.changed', plan: 'x', quota },
    } satisfies EventMessage,
  ]);

const versionOf = async ({ drive }: TestAccount) =>
  (await own.internal<{ version: number }>('GET', `/internal/drives/${drive}/version`)).version;

/** Written by both in turns. */
async function contested(): Promise<TestAccount> {
  const alice = own.account();
  for (let round = 1; round < 3; round += 1) {
    await addFolder(alice, `f${round}`);
    await planOf(alice, 1_000_000 + round);
  }
  expect(asked).not.toHaveBeenCalled();
  return alice;
}

it('leaves a drive that another one writes to the catalog that its commands go to, and no other drive', async () => {
  const alice = await contested();
  await planOf(alice, 3_000_000);
  expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: alice.drive }));
  expect(await versionOf(alice)).toBe(5);
  const bob = own.account();
  await planOf(bob, 3_000_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

it.each([
  ['that is gone', () => Promise.reject(new Error('refused'))],
  ['of the version before', async () => ({ status: 404, text: '{"error":{"code":"route.not-found"}}' })],
  ['whose answer is lost', (request) => http.text(request).then(() => Promise.reject(new Error('lost')))],
] satisfies [string, PeerLink['text']][])('does itself, and once, the work of one %s', async (_, text) => {
  const alice = await contested();
  asked.mockImplementation(text);
  await planOf(alice, 3_000_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(await versionOf(alice)).toBe(5);
});

it('asks no one where there is no other catalog', async () => {
  const alice = await contested();
  replicas.mockReturnValueOnce(1);
  await planOf(alice, 3_000_000);
  expect(asked).not.toHaveBeenCalled();
  expect(await versionOf(alice)).toBe(5);
});

it('takes only events that it acts on', async () => {
  const { drive } = own.account();
  const event = { id: 'e:1', source: 'media', schema: 1, drive, version: null, actor: null, trace: null };
  for (const type of ['media.derivative.made', 'media.job.progressed', 'catalog.folder.created'])
    expect(
      await own.internal('POST', '/internal/reactions', {
        ...event,
        type,
        at: new Date().toISOString(),
        data: { type },
      }),
    ).toMatchObject({ error: { code: 'input.invalid' } });
});
