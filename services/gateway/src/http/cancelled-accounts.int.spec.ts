import type { BillingContent, DriveId } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { fakeClock } from '@skyshelf/testing';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const clock = fakeClock('2028-02-28T12:00:00Z');
const sold = { plan: 'Deluxe', purchaseDate: '2028-01-31T12:00:00.000Z' };
const cancellation = { ...sold, deleteAfter: '2028-02-29T12:00:00.000Z' };
/** The answers of billing about accounts. */
const billing = new Map<DriveId, BillingContent['cancellation']>();
const element = {
  id: 'e1',
  parentId: 'root',
  class: 'item',
  name: 'Diary.txt',
  kind: 'text/plain',
  url: null,
  tags: [],
  size: 3,
  blobId: 'b1',
  born: '2028-01-01T00:00:00.000Z',
};
const object = {
  key: 'b1',
  size: 3,
  type: 'text/plain',
  state: 'ready',
  kind: null,
  source: null,
  begun: '2028-01-01T00:00:00.000Z',
};

let gateway: RunningGateway;
let ada: Awaited<ReturnType<RunningGateway['tokenOf']>>;
beforeAll(async () => {
  const json: Peers['json'] = async (_, path) => answerOf(new URL(path, 'http://any')) as never;
  gateway = await runGateway({
    clock,
    overrides: { isAdmin: (sub) => sub === 'local|ada', peers: { json } as Peers },
  });
  ada = await gateway.tokenOf('ada');
});
afterAll(() => gateway.stop());

/** The first page of billing names no one that is there. */
function answerOf({ pathname, searchParams }: URL): object {
  const after = searchParams.get('after') ?? '';
  const [, drive = ''] = /^\/internal\/drives\/([^/]+)\//.exec(pathname) ?? [];
  if (pathname === '/internal/cancelled') {
    if (after === '') return { docs: [{ drive: 'gone', ...cancellation }], next: 'gone' };
    const docs = [...billing].flatMap(([each, found]) => (found ? [{ drive: each, ...found }] : []));
    return { docs, next: null };
  }
  if (pathname.endsWith('/content'))
    return { plan: 'Free', quota: 1, settings: {}, cancellation: billing.get(drive as DriveId) ?? null };
  if (pathname.endsWith('/elements')) return { elements: [element], next: after === '' ? 'e1' : null };
  if (pathname.endsWith('/objects')) return { objects: [object], next: null };
  throw new Error(pathname);
}

const post = (call: string, body: object, { headers }: Pick<typeof ada, 'headers'> = ada) =>
  request(gateway.url).post(`/api/account/${call}`).set(headers).send(body);
const acts = async (): Promise<{ act: string; drive: string | null }[]> => {
  const { body } = await request(gateway.internalUrl).get('/internal/audit').set(gateway.internal);
  return body.entries;
};
const cancelledAccount = async (name: string) => {
  const account = await gateway.tokenOf(name);
  billing.set(account.drive, cancellation);
  return account;
};

it('are told to admins with user, plan, purchase and the date from which they may be deleted [S2.60 S6.1]', async () => {
  const { drive, headers } = await cancelledAccount('carl');
  const { body } = await post('cancelled', {}).expect(200);
  expect(body).toEqual({
    docs: [{ _id: drive, user: 'carl', sub: 'local|carl', ...cancellation }],
    next: null,
  });
  const refusedWith = async (status: number) => {
    for (const call of ['cancelled', 'data', 'delete'])
      await post(call, { accountId: drive }, { headers }).expect(status);
  };
  await refusedWith(403);
  await request(gateway.url).post('/api/logout').set(headers).expect(200);
  await refusedWith(401);
  expect(await acts()).toEqual([
    { at: clock.now().toISOString(), admin: ada.drive, act: 'cancelled.listed', drive: null },
  ]);
});

it('are shown in pages, without bytes; one that is not cancelled is not found', async () => {
  const { drive } = await cancelledAccount('dora');
  // Within a millisecond what is audited has no order.
  clock.advance(1);
  const { body: first } = await post('data', { accountId: drive }).expect(200);
  expect(first).toMatchObject({
    content: {
      s3: [object],
      db: { account: { sub: 'local|dora' }, billing: { plan: 'Free', cancellation }, elements: [element] },
    },
    next: { s3: null, db: 'e1' },
  });
  const { body: last } = await post('data', { accountId: drive, after: first.next }).expect(200);
  expect(last).toEqual({ content: { s3: [], db: { elements: [element] } }, next: null });
  expect(await acts()).toMatchObject([{ act: 'content.shown', drive }, { act: 'content.shown', drive }, {}]);
  billing.delete(drive);
  for (const accountId of [drive, 'nobody']) {
    const { body } = await post('data', { accountId }).expect(404);
    expect(body.error).toMatchObject({ code: 'account.not-found', message: 'Not found', field: 'accountId' });
  }
  expect(await acts()).toHaveLength(3);
});

it('are deleted from that date on, unless subscribed again; no one can keep them', async () => {
  const eve = await cancelledAccount('eve');
  const remove = async (accountId: string, status: number) =>
    (await post('delete', { accountId }).expect(status)).body.error;
  const early = await remove(eve.drive, 409);
  expect(early).toMatchObject({ code: 'account.paid-for' });
  clock.set(new Date('2028-02-29T11:59:59Z'));
  expect(await remove(eve.drive, 409)).toMatchObject({ code: 'account.paid-for' });
  clock.set(new Date('2028-02-29T12:00:00Z'));
  billing.set(eve.drive, null);
  expect(await remove(eve.drive, 409)).toMatchObject({ code: 'account.not-cancelled' });
  expect(await remove('nobody', 404)).toMatchObject({ code: 'account.not-found' });
  await request(gateway.url).get('/api/userinfo').set(eve.headers).expect(200);
  billing.set(eve.drive, cancellation);
  expect(await remove(eve.drive, 200)).toBe(false);
  await request(gateway.url).get('/api/userinfo').set(eve.headers).expect(401);
  const [audited] = await acts();
  expect(audited).toMatchObject({ admin: ada.drive, act: 'account.deleted', drive: eve.drive });
  const deletions = gateway.database.db.collection('deletions');
  expect(await deletions.findOne({ _id: eve.drive })).toMatchObject({
    dueAt: clock.now(),
    begunAt: clock.now(),
  });
});

it('is refused for an account that is being deleted already', async () => {
  const { drive, headers } = await cancelledAccount('finn');
  await request(gateway.url).post('/api/account/close').set(headers).expect(200);
  const { body } = await post('delete', { accountId: drive }).expect(409);
  expect(body.error).toMatchObject({ code: 'drive.closed' });
  const { body: listed } = await post('cancelled', {}).expect(200);
  expect(listed.docs.map(({ _id }: { _id: string }) => _id)).not.toContain(drive);
});
