// own modules: looks at what is loaded
import { createRequire } from 'node:module';
import { callerNamed } from '@skyshelf/service/testing';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBilling, type OpenBilling } from '../../testing/open-billing.js';
import { billing } from '../index.js';

let open: OpenBilling;
beforeAll(async () => {
  open = await openBilling();
});
afterAll(() => open.close());

const server = () => request(open.service.app.getHttpServer());
const list = () => server().post('/api/account/plans').send({});
const set = (change: object) =>
  request(open.inside).post('/internal/plans').set(open.runtime.internal).send(change);
const loaded = () =>
  Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('/node_modules/mongoose/'));
const gold = {
  name: 'Gold',
  description: '1 TB.',
  price: 25.5,
  currencySymbol: '€',
  currencyCode: 'EUR',
  quota: 1024 ** 4,
  itemNumber: 'gold',
};

it('mongoose is loaded when plans are asked for, not before', async () => {
  expect(loaded()).toBe(false);
  await Promise.all([list().expect(200), list().expect(200)]);
  expect(loaded()).toBe(true);
});

it('the plans are shown with currency and badge, without what is between operator and provider', async () => {
  const { body } = await list().expect(200);
  expect(body[2]).toMatchObject({ name: 'Deluxe', currencyCode: 'USD', badge: 'Most Popular' });
  expect(body[1]).toMatchObject({ name: 'Standard', badge: null });
  expect(body[2]).not.toHaveProperty('itemNumber');
});

it('a changed plan is shown at once, and another start leaves it', async () => {
  await set({ name: 'Standard', price: 3, buttonId: 'S-3', badge: 'New' }).expect(200);
  await (await billing.open(open.runtime)).prepare?.();
  const { body } = await list();
  expect(body[1]).toMatchObject({
    name: 'Standard',
    price: 3,
    buttonId: 'S-3',
    badge: 'New',
    quota: 20 * 1024 ** 3,
  });
});

it('a plan is added whole', async () => {
  const { itemNumber: _, ...without } = gold;
  await set(without)
    .expect(400)
    .expect(({ body }) => expect(body.error).toMatchObject({ code: 'input.invalid', field: 'itemNumber' }));
  await set(gold)
    .expect(200)
    .expect(({ body }) => expect(body).toEqual({ ...gold, buttonId: null, badge: null }));
  expect((await list()).body.at(-1)).toMatchObject({ name: 'Gold', currencyCode: 'EUR', price: 25.5 });
});

it.each([
  ['an item number that another plan has', { name: 'Standard', itemNumber: 'deluxe' }, 'itemNumber'],
  ['a price below nothing', { name: 'Standard', price: -1 }, 'price'],
  ['a quota of half a byte', { name: 'Standard', quota: 0.5 }, 'quota'],
  ['a currency that is none', { name: 'Standard', currencyCode: 'usd' }, 'currencyCode'],
  ['an operator as its name', { name: { $gt: '' } }, 'name'],
])('%s is refused', async (_, change, field) => {
  await set(change)
    .expect(400)
    .expect(({ body }) => expect(body.error).toMatchObject({ code: 'input.invalid', field }));
});

it('plans are changed by the operator alone', async () => {
  const signedIn = await open.runtime.signedIn(callerNamed('plain'));
  await server().post('/internal/plans').set(open.runtime.internal).send(gold).expect(404);
  await request(open.inside).post('/internal/plans').set(signedIn).send(gold).expect(403);
});

it('plans of an earlier version get the fields that they lack, and keep the others', async () => {
  const plans = open.database.db.collection<{ _id: string }>('plans');
  const fields = { itemNumber: '', badge: '', currencyCode: '' } as const;
  await plans.dropIndexes();
  await plans.updateOne({ _id: 'Deluxe' }, { $unset: fields, $set: { price: 7 } });
  await plans.updateOne({ _id: 'Gold' }, { $unset: fields });
  await plans.updateOne(
    { _id: 'Professional' },
    { $set: { description: '500 GB for large collections and video.' } },
  );
  await plans.updateOne({ _id: 'Free' }, { $set: { description: 'Free at Lena’s.' } });
  await (await billing.open(open.runtime)).prepare?.();
  expect(await plans.findOne({ _id: 'Deluxe' })).toMatchObject({
    price: 7,
    currencyCode: 'USD',
    itemNumber: 'deluxe',
    badge: 'Most Popular',
  });
  expect(await plans.findOne({ _id: 'Professional' })).toMatchObject({
    description: 'For large collections and video.',
  });
  expect(await plans.findOne({ _id: 'Free' })).toMatchObject({ description: 'Free at Lena’s.' });
  expect(await plans.findOne({ _id: 'Gold' })).toMatchObject({ itemNumber: 'Gold', badge: null });
});
