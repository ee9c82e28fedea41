import { buffer } from 'node:stream/consumers';
import type { EventMessage } from '@skyshelf/contracts';
import { callerNamed } from '@skyshelf/service/testing';
import { eventually, fakeClock, startStandIn, type StandIn } from '@skyshelf/testing';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { badMessagesOf, without } from '../../testing/bad-messages.js';
import { openBilling, type OpenBilling } from '../../testing/open-billing.js';
import { formOf, messagesOf, paypalText, type MessageFields } from '../../testing/paypal-messages.js';

const clock = fakeClock('2026-01-05T12:00:00Z');
const receiver = 'seller@local.invalid';
const PREFIX = 'cmd=_notify-validate&';
let open: OpenBilling;
/** It replaces the payment provider. */
let provider: StandIn;
/** The messages that the provider has sent, byte by byte. */
const sent = new Set<string>();
const published: EventMessage[] = [];

beforeAll(async () => {
  provider = await startStandIn();
  open = await openBilling({ localPayment: provider.url }, clock);
  open.runtime.bus.tap(['billing.plan.changed'], (event) => published.push(event));
});
beforeEach(() =>
  provider.answer((asked, response) => {
    void buffer(asked).then((bytes) => {
      const body = bytes.toString('latin1');
      const isOurs = body.startsWith(PREFIX) && sent.has(body.slice(PREFIX.length));
      response.end(isOurs ? 'VERIFIED' : 'INVALID');
    });
  }),
);
afterAll(async () => {
  await open.close();
  await provider.stop();
});

const server = () => request(open.service.app.getHttpServer());
const post = (form: Buffer, type = 'application/x-www-form-urlencoded') =>
  server().post('/api/payment/ipn').set('content-type', type).send(form.toString('latin1'));
/** The provider sends a message. */
function send(fields: MessageFields) {
  const form = formOf(fields);
  sent.add(form.toString('latin1'));
  return post(form);
}
const custom = (name: string) => open.runtime.signer.sign({ kind: 'payer', drive: callerNamed(name).drive });
const lifeOf = (
  name: string,
  subscription = `I-${name}`,
  more: { itemNumber?: string; price?: string } = {},
) => messagesOf({ subscription, custom: custom(name), receiver, ...more });
const planOf = (name: string) =>
  published.findLast(({ drive }) => drive === callerNamed(name).drive)?.data as {
    plan: string;
    quota: number;
  };
const hasPlan = (name: string, plan: string) =>
  eventually(() => expect(planOf(name)).toMatchObject({ plan }));
const recordOf = async (name: string) => {
  const { drive } = callerNamed(name);
  const { body } = await request(open.inside)
    .get(`/internal/payments?limit=100&drive=${drive}`)
    .set(open.runtime.internal);
  return body.payments as { key: string; outcome: string; amount: number }[];
};
const subscriptionsOf = async (name: string) =>
  (
    await server()
      .get('/api/account/subscriptions')
      .set(await open.runtime.signedIn(callerNamed(name)))
  ).body.docs;
/** Jobs wait by the database's clock. */
const jobsAreDue = () => open.database.db.collection('jobs').updateMany({}, { $set: { due: new Date(0) } });
const at = (text: string) => new Date(`${text}T12:00:00Z`);

it('the form that subscribes comes with the plans, and names the account by a signed statement [S7.16]', async () => {
  const { drive } = callerNamed('form');
  const { body } = await server()
    .post('/api/account/plans')
    .set(await open.runtime.signedIn(callerNamed('form')))
    .send({});
  expect(body[0]).toMatchObject({ subscribe: null });
  expect(body[2]).toMatchObject({
    subscribe: { action: `${provider.url}/pay`, cmd: '_s-xclick', hosted_button_id: 'local-deluxe' },
  });
  expect(open.runtime.signer.open(body[2].subscribe.custom)).toEqual({ kind: 'payer', drive });
  expect(body[2].subscribe.custom.length).toBeLessThan(256);
});

it('a payment gives its plan once, though it comes before its sign-up, and twice', async () => {
  await open.opened(callerNamed('early').drive);
  const life = lifeOf('early');
  await send(life.paid('T-early', clock.now())).expect(200, { ok: true });
  await send(life.paid('T-early', clock.now())).expect(200);
  await hasPlan('early', 'Free');
  await send(life.signUp(clock.now())).expect(200);
  await hasPlan('early', 'Deluxe');
  await send(life.signUp(clock.now())).expect(200);
  expect((await recordOf('early')).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['I-early:signed-up', 'T-early:Completed']),
  );
  expect(await recordOf('early')).toHaveLength(2);
  const stored = JSON.stringify(await open.database.db.collection('payments').find().toArray());
  expect(stored).not.toMatch(/Zo|example/);
});

it('the largest of several counts, and the page is told which to cancel', async () => {
  for (const [subscription, terms] of [
    ['I-small', { itemNumber: 'standard', price: '2.00' }],
    ['I-large', {}],
  ] as const) {
    const life = lifeOf('several', subscription, terms);
    await send(life.signUp(clock.now())).expect(200);
    await send(life.paid(`T-${subscription}`, clock.now())).expect(200);
  }
  await hasPlan('several', 'Deluxe');
  expect(await subscriptionsOf('several')).toMatchObject([
    {
      ...{ id: 'I-large', counts: true, redundant: false, state: 'active' },
      nextPayment: '2026-02-05T12:00:00.000Z',
    },
    { id: 'I-small', counts: false, redundant: true },
  ]);
});

it('a plan outlives a failed payment by seven days, and a cancelled one its paid month', async () => {
  clock.set(at('2026-01-05'));
  for (const name of ['failing', 'leaving']) {
    await open.opened(callerNamed(name).drive);
    const life = lifeOf(name);
    await send(life.signUp(clock.now())).expect(200);
    await send(life.paid(`T-${name}`, clock.now())).expect(200);
    await hasPlan(name, 'Deluxe');
  }
  await send(lifeOf('leaving').cancelled(at('2026-01-20'))).expect(200);
  await send(lifeOf('failing').failed(at('2026-02-06'))).expect(200);
  expect(await subscriptionsOf('failing')).toMatchObject([
    { state: 'failing', until: '2026-02-13T12:00:00.000Z' },
  ]);
  clock.set(at('2026-02-06'));
  await jobsAreDue();
  await hasPlan('leaving', 'Free');
  expect(planOf('failing')).toMatchObject({ plan: 'Deluxe' });
  clock.set(at('2026-02-14'));
  await jobsAreDue();
  await hasPlan('failing', 'Free');
  expect(await subscriptionsOf('failing')).toEqual([]);
  const checked = await request(open.inside)
    .get(`/internal/drives/${callerNamed('failing').drive}/check`)
    .set(open.runtime.internal);
  expect(checked.body).toEqual({ problems: [] });
});

it('accounts that have cancelled all are told in pages, with the end of what they have paid for', async () => {
  const cancelled = async (query: string) =>
    (await request(open.inside).get(`/internal/cancelled?${query}`).set(open.runtime.internal)).body;
  const { drive } = callerNamed('leaving');
  const found = {
    plan: 'Deluxe',
    purchaseDate: '2026-01-05T12:00:00.000Z',
    deleteAfter: '2026-02-05T12:00:00.000Z',
  };
  expect(await cancelled('limit=10')).toEqual({ docs: [{ drive, ...found }], next: null });
  expect(await cancelled('limit=1')).toMatchObject({ next: drive });
  expect(await cancelled(`limit=1&after=${drive}`)).toEqual({ docs: [], next: null });
  const content = async (name: string) =>
    (
      await request(open.inside)
        .get(`/internal/drives/${callerNamed(name).drive}/content`)
        .set(open.runtime.internal)
    ).body;
  expect(await content('leaving')).toMatchObject({
    plan: 'Free',
    settings: { news: true },
    cancellation: found,
  });
  expect(await content('failing')).toMatchObject({ plan: 'Free', cancellation: null });
});

it('a payment for a deleted account changes nothing, and the operator sees it', async () => {
  const { drive } = callerNamed('gone');
  await send(lifeOf('gone').signUp(clock.now())).expect(200);
  clock.advance(60_000);
  await request(open.inside)
    .post(`/internal/drives/${drive}/forget`)
    .set(open.runtime.internal)
    .send({ forGood: true })
    .expect(200);
  await send(lifeOf('gone').paid('T-gone', clock.now())).expect(200);
  await send(lifeOf('gone').paid('T-gone', clock.now())).expect(200);
  expect(await open.database.db.collection('events').countDocuments({ drive })).toBe(0);
  expect(await recordOf('gone')).toMatchObject([
    { key: 'T-gone:Completed', outcome: 'account-deleted', amount: 600 },
    { key: 'I-gone:signed-up', outcome: 'recorded' },
  ]);
});

const paid = () => lifeOf('victim', 'I-bad').paid('T-bad', clock.now());
const badMessages = badMessagesOf({
  receiver,
  date: clock.now(),
  custom: () => custom('victim'),
  drive: callerNamed('victim').drive,
  signed: (statement) => open.runtime.signer.sign(statement),
  answer: (how) => provider.answer(how),
});

it(`${badMessages.length} bad messages change nothing`, async () => {
  const all = async () => {
    const names = ['events', 'elements', 'payments', 'jobs'];
    return Promise.all(
      names.map((name) => open.database.db.collection(name).find().sort({ _id: 1 }).toArray()),
    );
  };
  await eventually(async () =>
    expect(await open.database.db.collection('jobs').countDocuments({ state: 'running' })).toBe(0),
  );
  const before = await all();
  for (const [what, given, status = 400, prepare] of badMessages) {
    const fields = given();
    prepare?.();
    const answer = await (Buffer.isBuffer(fields) ? post(fields) : send(fields));
    expect([what, answer.status, answer.body.error?.code]).toEqual([what, status, expect.any(String)]);
  }
  expect((await post(formOf(paid()), 'application/json')).status).toBe(415);
  expect(await all()).toEqual(before);
});

it('a provider that is silent is waited for less than 15 s', { timeout: 30_000 }, async () => {
  provider.answer(() => undefined);
  const began = Date.now();
  await send(paid()).expect(503);
  expect(Date.now() - began).toBeLessThan(15_000);
});

it('a message in UTF-8, or that names no character set, is taken as well', async () => {
  const utf8 = { ...lifeOf('utf8').paid('T-utf8', clock.now()), charset: 'UTF-8', first_name: '' };
  await send({ ...utf8, item_name: 'Deluxe' }).expect(200);
  await send(without(lifeOf('utf8').signUp(clock.now()), 'charset')).expect(200);
  await hasPlan('utf8', 'Deluxe');
  expect(paypalText(at('2026-01-05'))).toBe('04:00:00 Jan 05, 2026 PST');
});
