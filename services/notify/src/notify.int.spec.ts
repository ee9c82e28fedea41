import { createInProcessBus } from '@skyshelf/event-bus';
import { createService, type CreatedService } from '@skyshelf/service';
import { testRuntime } from '@skyshelf/service/testing';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notify, type NotifyRuntime } from './index.js';
import { deliveredUpdates } from './infrastructure/updates.data.js';

let database: TestDatabase;
let runtime: NotifyRuntime;
let service: CreatedService;
beforeAll(async () => {
  database = await testDatabase('notify');
  const base = await testRuntime();
  const { client, db } = database;
  runtime = { ...base, client, db, bus: createInProcessBus({ logger: base.logger, clock: base.clock }) };
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

  it('are bounded', async () => {
    const bounded = await createService(notify, { ...runtime, config: { updatesShown: 1 } });
    const { payload } = await bounded.inject({ method: 'POST', url: '/api/news/updates' });
    expect((JSON.parse(payload) as { docs: Update[] }).docs).toHaveLength(1);
    await bounded.stop();
  });

  it('refuse what they do not know', async () => {
    expect((await list('{"auth":true}')).status).toBe(400);
  });
});
