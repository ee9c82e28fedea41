import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import type { Peers } from '@skyshelf/peers';
import { eventually, fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerWho, askedWho, runSignInTwice, tokensOf } from '../../testing/run-sign-in.js';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('an account that its owner deletes', () => {
  let gateway: RunningGateway;
  let other: RunningGateway;
  const clock = fakeClock(new Date());
  let stop: () => Promise<void>;
  beforeAll(async () => ({ gateway, other, stop } = await runSignInTwice(clock)));
  afterAll(() => stop());

  const close = (headers: Record<string, string>) => gateway.post('/api/account/close', {}, headers);
  const keep = async (code: unknown) => (await gateway.post('/api/account/keep', { code })).status;
  const who = (at: RunningGateway, headers: Record<string, string>) =>
    fetch(`${at.url}/api/userinfo`, { headers });
  const signIn = async (name: string) => {
    const { browser, page } = await askedWho(gateway);
    const answer = await browser.go(await answerWho(browser, page, name));
    const location = answer.headers.get('location') ?? '';
    return { ...tokensOf(location), hash: new URLSearchParams(location.split('#')[1]) };
  };
  const stateOf = async (drive: string) =>
    (await gateway.database.db.collection('accounts').findOne({ drive }))?.state;

  it('is signed out everywhere at once, and has a day to be kept', async () => {
    const first = await gateway.tokenOf('anna');
    const second = await gateway.tokenOf('anna');
    const answer = await close(first.headers);
    expect(answer.status).toBe(200);
    const deleteAfter = new Date(clock.now().getTime() + DAY_MS).toISOString();
    expect(await answer.json()).toEqual({ ok: true, deleteAfter });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')]);
    for (const { headers } of [first, second]) {
      expect((await who(gateway, headers)).status).toBe(401);
      await eventually(async () => (await who(other, headers)).status === 401);
    }
    expect((await close(first.headers)).status).toBe(401);
    const news = await gateway.database.db.collection('events').find({ drive: first.drive }).toArray();
    expect(news.map(({ data }) => data)).toContainEqual({ type: 'gateway.account.closing', deleteAfter });
  });

  it('is refused to someone who signed in more than ten minutes ago, and to other sites', async () => {
    const ben = await gateway.tokenOf('ben');
    const crossSite = await close({ ...ben.headers, 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    clock.advance(10 * MINUTE_MS + 1);
    const answer = await close(ben.headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'sign-in.stale' } });
    expect(await stateOf(ben.drive)).toBe('open');
  });

  it('can be kept by signing in again, with a code that is good once and for ten minutes', async () => {
    const carl = await gateway.tokenOf('carl');
    await close(carl.headers);
    const late = await signIn('carl');
    const offered = await signIn('carl');
    expect(offered.hash.get('error')).toBe('account_closing');
    expect(offered.hash.get('access_token')).toBeNull();
    expect(Date.parse(offered.hash.get('delete_after') ?? '')).toBe(clock.now().getTime() + DAY_MS);
    for (const code of [late.hash.get('keep'), 'guess', `${offered.hash.get('keep')}x`])
      expect(await keep(code), String(code)).toBe(410);
    const code = offered.hash.get('keep');
    expect(await keep(code)).toBe(200);
    expect(await keep(code)).toBe(410);
    expect(await stateOf(carl.drive)).toBe('open');
    expect((await who(gateway, (await signIn('carl')).headers)).status).toBe(200);
    expect(
      await gateway.database.db.collection('deletions').countDocuments({ _id: carl.drive as never }),
    ).toBe(0);
    // And deleted once more: the offer runs out by itself.
    await close((await gateway.tokenOf('carl')).headers);
    const again = (await signIn('carl')).hash.get('keep');
    clock.advance(10 * MINUTE_MS + 1);
    expect(await keep(again)).toBe(410);
  });
});

describe('a deletion whose time has come', () => {
  const asked: ServiceName[] = [];
  /** How many services had been asked each time notify was told. */
  const told: number[] = [];
  /** How many services had been asked each time storage was to record it. */
  const recorded: number[] = [];
  let away: ServiceName | null = null;
  let gateway: RunningGateway;
  beforeAll(async () => {
    const json: Peers['json'] = async (service, path) => {
      if (path.endsWith('/notices/deletion')) {
        told.push(asked.length);
        return { over: told.length > 2 } as never;
      }
      if (path.endsWith('/deletion')) {
        recorded.push(asked.length);
        return {} as never;
      }
      if (!path.endsWith('/forget')) throw new Error(path);
      if (service === away) throw new Error('killed');
      asked.push(service);
      return {} as never;
    };
    gateway = await runGateway({
      env: { accountDeleteHours: '0' },
      overrides: { peers: { json } as Peers },
    });
  });
  afterAll(() => gateway.stop());

  const internal = async <T>(path: string, body?: unknown): Promise<T> =>
    (await (await gateway.ask(path, body)).json()) as T;
  const deletionOf = async (drive: string) => {
    const { deletions } = await internal<{
      deletions: { drive: string; state: string; forgotten: string[] }[];
    }>('/internal/deletions');
    return deletions.find((each) => each.drive === drive);
  };

  it('goes on where it was broken off, is found when it stands still, and asks every service', async () => {
    const { drive, headers } = await gateway.tokenOf('eve');
    away = 'storage';
    await fetch(`${gateway.url}/api/account/close`, { method: 'POST', headers });
    await eventually(async () => (await deletionOf(drive))?.forgotten.includes('media') === true);
    expect(recorded[0]).toBe(0);
    const jobs = gateway.database.db.collection('jobs');
    await jobs.deleteMany({});
    const problems = async () =>
      (await internal<{ problems: { rule: string }[] }>('/internal/deletions/check')).problems;
    expect(await problems()).toEqual([]);
    const old = new Date(Date.now() - 2 * 3_600_000);
    await gateway.database.db
      .collection('deletions')
      .updateOne({ _id: drive }, { $set: { movedAt: old, dueAt: old } });
    expect(await problems()).toEqual([
      {
        rule: 'deletion-goes-on',
        message: expect.stringContaining('removed from: catalog, billing, media.'),
        about: { drive },
      },
    ]);
    away = null;
    await internal('/internal/deletions/resume', { drives: [drive] });
    await eventually(async () => (await deletionOf(drive))?.state === 'done');
    expect(asked.toSorted()).toEqual(serviceNames.toSorted());
    expect(await problems()).toEqual([]);
    // What was in hand then is looked for once more, minutes later.
    expect(await jobs.countDocuments()).toBe(1);
    await gateway.database.db.collection('deletions').updateOne({ _id: drive }, { $set: { endedAt: old } });
    await jobs.updateMany({}, { $set: { due: old } });
    await eventually(async () => (await jobs.countDocuments()) === 0);
    expect(asked).toHaveLength(2 * serviceNames.length);
  });

  it('that was given up goes on in the same job, which does not stay', async () => {
    const { drive, headers } = await gateway.tokenOf('hana');
    away = 'notify';
    await fetch(`${gateway.url}/api/account/close`, { method: 'POST', headers });
    await eventually(async () => (await deletionOf(drive))?.forgotten.includes('storage') === true);
    const job = { 'payload.drive': drive };
    const jobs = gateway.database.db.collection('jobs');
    const given = { open: false, state: 'failed', ended: new Date(), token: -1 };
    expect((await jobs.updateMany(job, { $set: given })).modifiedCount).toBe(1);
    away = null;
    await internal('/internal/deletions/resume', { drives: [drive] });
    await eventually(async () => (await deletionOf(drive))?.state === 'done');
    await eventually(async () => (await jobs.countDocuments({ ...job, state: 'waiting' })) === 1);
    expect(await jobs.countDocuments(job)).toBe(1);
  });

  it('is told where notices go, and that mail has left before anything is forgotten', async () => {
    const { drive, headers } = await gateway.tokenOf('gina');
    await gateway.database.db
      .collection('accounts')
      .updateOne({ drive }, { $set: { notices: { address: 'gina@example.org', asked: null } } });
    asked.length = 0;
    await fetch(`${gateway.url}/api/account/close`, { method: 'POST', headers });
    await eventually(async () => (await deletionOf(drive))?.state === 'done');
    expect(told).toEqual([0, 0, 0]);
  });

  it('is found when an account is closing and nothing deletes it', async () => {
    const { drive } = await gateway.tokenOf('finn');
    await gateway.database.db.collection('accounts').updateOne({ drive }, { $set: { state: 'closing' } });
    const { problems } = await internal<{ problems: object[] }>('/internal/deletions/check');
    expect(problems).toMatchObject([{ rule: 'closing-is-recorded', about: { drive } }]);
  });
});
