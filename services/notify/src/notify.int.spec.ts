import { createInProcessBus } from '@skyshelf/event-bus';
import { createService, type CreatedService } from '@skyshelf/service';
import { callerNamed, testRuntime, type TestRuntime } from '@skyshelf/service/testing';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify, notifyConfig, type NotifyRuntime } from './index.js';
import { deliveredUpdates } from './infrastructure/updates.data.js';

let database: TestDatabase;
let runtime: NotifyRuntime;
let service: CreatedService;
let base: TestRuntime;
beforeAll(async () => {
  database = await testDatabase('notify');
  base = await testRuntime();
  const { client, db } = database;
  const isAdmin = (sub: string) => sub === 'local|ada';
  runtime = {
    ...base,
    isAdmin,
    client,
    db,
    bus: createInProcessBus({ logger: base.logger, clock: base.clock }),
  };
  service = await createService(notify, runtime);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

interface Update {
  _id: string;
  headline: string;
  content: string;
  date: string;
}
async function list(payload?: string) {
  const headers = payload === undefined ? undefined : { 'content-type': 'application/json' };
  const { statusCode, payload: text } = await service.inject({
    method: 'POST',
    url: '/api/news/updates',
    headers,
    payload,
  });
  return { status: statusCode, ...(JSON.parse(text) as { docs: Update[] }) };
}
const updates = () =>
  database.db.collection<{ _id: string; headline: string; content: string; date: Date }>('updates');

describe('the updates of the product', () => {
  it('are there from the first start, newest first, for everybody', async () => {
    for (const body of [undefined, '{}']) {
      const { status, docs } = await list(body);
      expect(status).toBe(200);
      expect(docs).toHaveLength(deliveredUpdates.length);
      expect(docs.map(({ date }) => date)).toEqual(
        docs
          .map(({ date }) => date)
          .toSorted()
          .toReversed(),
      );
    }
  });

  it('are delivered once, and what was changed since stays', async () => {
    await updates().updateOne({ _id: 'first-shelf' }, { $set: { headline: 'We are here' } });
    await (await notify.open(runtime)).prepare?.();
    const { docs } = await list();
    expect(docs).toHaveLength(deliveredUpdates.length);
    expect(docs.find(({ _id }) => _id === 'first-shelf')?.headline).toBe('We are here');
  });

  it('show what was added', async () => {
    await updates().insertOne({
      _id: 'added',
      headline: 'New',
      content: 'Text',
      date: new Date('2027-01-02T03:04:05.000Z'),
    });
    expect((await list()).docs[0]).toEqual({
      _id: 'added',
      headline: 'New',
      content: 'Text',
      date: '2027-01-02T03:04:05.000Z',
    });
  });

  it('are added by admins alone, each once, and never without a word', async () => {
    const ada = await base.signedIn(callerNamed('ada'));
    const bob = await base.signedIn(callerNamed('bob'));
    const insert = async (obj: object, who: object = ada) => {
      const { statusCode, payload } = await service.inject({
        method: 'POST',
        url: '/api/news/insert',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': 'first',
          ...who,
        },
        payload: JSON.stringify({ obj }),
      });
      return { status: statusCode, body: JSON.parse(payload) as { error?: object; docs?: object } };
    };
    const obj = { headline: ' Folders fly ', content: 'Text', date: '2028-01-02T03:04:05.000Z' };
    expect((await insert(obj, {})).status).toBe(401);
    const other = await insert(obj, bob);
    expect([other.status, other.body.error]).toMatchObject([403, { code: 'access.denied' }]);
    for (const field of ['headline', 'content']) {
      const { status, body } = await insert({ ...obj, [field]: ' \n ' });
      expect([status, body.error]).toMatchObject([
        400,
        { message: 'This field is required', field: `obj.${field}` },
      ]);
    }
    for (const bad of [
      { ...obj, date: 'today' },
      { ...obj, headline: 'x'.repeat(201) },
      { ...obj, by: 'me' },
    ])
      expect((await insert(bad)).status).toBe(400);
    for (let time = 0; time < 2; time += 1)
      expect(await insert(obj)).toMatchObject({ status: 200, body: { docs: { result: { ok: 1 } } } });
    const { docs } = await list();
    expect(docs.filter(({ headline }) => headline === 'Folders fly')).toHaveLength(1);
    expect(docs[0]).toMatchObject({ content: 'Text', date: obj.date });
  });

  it('are bounded', async () => {
    const bounded = await createService(notify, {
      ...runtime,
      bus: createInProcessBus({ logger: base.logger, clock: base.clock }),
      config: notifyConfig.parse({ updatesShown: 1 }),
    });
    const { payload } = await bounded.inject({ method: 'POST', url: '/api/news/updates' });
    expect((JSON.parse(payload) as { docs: Update[] }).docs).toHaveLength(1);
    await bounded.stop();
  });

  it('refuse what they do not know', async () => {
    expect((await list('{"auth":true}')).status).toBe(400);
  });
});
