import { callerNamed } from '@skyshelf/service/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openNotify, type OpenNotify } from '../testing/open-notify.js';
import { notify } from './index.js';
import { deliveredUpdates } from './infrastructure/updates.data.js';

let open: OpenNotify;
beforeAll(async () => {
  open = await openNotify({}, { isAdmin: (sub: string) => sub === 'local|ada' });
});
afterAll(() => open.close());

interface Update {
  _id: string;
  headline: string;
  content: string;
  date: string;
}
async function list(body?: object, { call } = open) {
  const answer = await call('/api/news/updates', body);
  return { status: answer.status, ...(answer.body as { docs: Update[] }) };
}
const updates = () =>
  open.runtime.db.collection<{ _id: string; headline: string; content: string; date: Date }>('updates');

describe('the updates of the product', () => {
  it('are there from the first start, newest first, for everybody', async () => {
    for (const body of [undefined, {}]) {
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
    await (await notify.open(open.runtime)).prepare?.();
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
    const ada = await open.runtime.signedIn(callerNamed('ada'));
    const bob = await open.runtime.signedIn(callerNamed('bob'));
    const insert = async (obj: object, who: object = ada) => {
      const headers = { 'idempotency-key': 'first', ...who };
      const { status, body } = await open.call('/api/news/insert', { obj }, { headers });
      return { status, body: body as { error?: object; docs?: object } };
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
    const bounded = await openNotify({ updatesShown: 1 });
    expect((await list(undefined, bounded)).docs).toHaveLength(1);
    await bounded.close();
  });

  it('refuse what they do not know', async () => {
    expect((await list({ auth: true })).status).toBe(400);
  });
});
