import { eventually, fakeClock } from '@skyshelf/testing';
import { limits } from '@skyshelf/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdleSessions } from '../infrastructure/idle-sessions.js';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const json = { 'content-type': 'application/json' };
const again = { reset: true, logout: true };

describe('a session', () => {
  let gateway: RunningGateway;
  const clock = fakeClock(new Date());
  beforeAll(async () => {
    gateway = await runGateway({ clock });
  });
  afterAll(() => gateway.stop());

  const usage = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/api/account/usage/`, { method: 'POST', headers });
  const list = (headers: Record<string, string>) => gateway.post('/api/', { url: '/' }, headers);
  const read = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/files/Cloud/blob1/x%23%23%23a.jpg`, { headers });
  const setCookie = (token: string, headers: Record<string, string> = {}) =>
    gateway.post('/api/token/', { token }, headers);
  const logOut = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/api/logout/`, { method: 'POST', headers });
  const body = async (answer: Response) =>
    (await answer.json()) as { error: { code: string; message: string }; reset?: boolean; logout?: boolean };

  it('is asked for without reset and logout when no one is signed in', async () => {
    const answer = await usage({});
    expect(answer.status).toBe(401);
    const refusal = await body(answer);
    expect(refusal).toMatchObject({ error: { code: 'auth.required', message: 'Please log in.' } });
    expect(refusal).not.toHaveProperty('reset');
    expect(refusal).not.toHaveProperty('logout');
  });

  it('is not needed for a visitor, but a token that is sent must be good', async () => {
    expect((await list({})).status).toBe(200);
    const forged = await list({ authorization: 'Bearer abc.def.ghi' });
    expect(forged.status).toBe(401);
    expect(await body(forged)).toMatchObject({
      error: { code: 'auth.forged', message: 'Please log in again.' },
      ...again,
    });
  });

  it('lets the read cookie open what a header cannot, and nothing that changes or lists', async () => {
    const alice = await gateway.tokenOf('alice');
    const answer = await setCookie(alice.accessToken);
    expect(await answer.json()).toEqual({ ok: true, sub: 'local|alice' });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^skyshelf=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    const maxAge = Number(/Max-Age=(\d+)/.exec(cookie)?.[1]);
    expect(maxAge).toBeGreaterThan(limits.sessionMs / 1000 - 5);
    expect(maxAge).toBeLessThanOrEqual(limits.sessionMs / 1000);

    const pair = { cookie: cookie.split(';')[0] ?? '' };
    expect(await (await read(pair)).json()).toEqual({ blobId: 'blob1', sub: 'local|alice' });
    expect((await read({})).status).toBe(401);
    expect((await usage(pair)).status).toBe(401);
    expect((await fetch(`${gateway.url}/api/userinfo`, { headers: pair })).status).toBe(401);
    expect(await (await list(pair)).json()).toMatchObject({ version: 0 });
    expect(gateway.catalog.requests.at(-1)?.caller).toBeNull();
  });

  it('clears the read cookie for an empty token and for a bad one', async () => {
    const empty = await setCookie('');
    expect(await empty.json()).toEqual({ ok: true, sub: null });
    expect(empty.headers.getSetCookie()).toEqual(['skyshelf=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    const bad = await setCookie('abc');
    expect(bad.status).toBe(401);
    expect(await body(bad)).toMatchObject({ error: { code: 'auth.forged' }, ...again });
    expect(bad.headers.getSetCookie()).toEqual(['skyshelf=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });

  it('keeps its cookie when another site asks to change it', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const answer = await logOut(foreign);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await setCookie('', foreign)).status).toBe(403);
    expect((await logOut({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('ends by logging out, which may be repeated: nothing of it is good any more', async () => {
    const bob = await gateway.tokenOf('bob');
    const cookie = { cookie: `skyshelf=${bob.accessToken}` };
    expect((await usage(bob.headers)).status).toBe(200);
    expect(await (await logOut(bob.headers)).json()).toEqual({ ok: true });
    for (const answer of [
      await usage(bob.headers),
      await list(bob.headers),
      await read(cookie),
      await setCookie(bob.accessToken),
    ]) {
      expect(answer.status).toBe(401);
      expect(await body(answer)).toMatchObject({
        error: { code: 'auth.revoked', message: 'Please log in again.' },
        ...again,
      });
    }
    expect(await (await logOut(bob.headers)).json()).toEqual({ ok: true });
    expect(await (await logOut({})).json()).toEqual({ ok: true });
    for (const authorization of ['Bearer nonsense', 'Bearer two words', 'Basic abc']) {
      expect(await (await logOut({ authorization })).json()).toEqual({ ok: true });
    }
  });

  it('ends with all others of its account when asked to, on every replica, and with no one else’s', async () => {
    const other = await runGateway({ clock, replicaOf: gateway });
    const first = await gateway.tokenOf('ines');
    const second = await gateway.tokenOf('ines');
    const jan = await gateway.tokenOf('jan');
    const everywhere = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/logout/everywhere/`, { method: 'POST', headers });
    expect((await everywhere({ ...first.headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await everywhere({})).status).toBe(401);
    const answer = await everywhere(first.headers);
    expect(await answer.json()).toEqual({ ok: true });
    expect(answer.headers.getSetCookie()).toEqual(['skyshelf=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    for (const { headers } of [first, second]) {
      expect((await usage(headers)).status).toBe(401);
      await eventually(
        async () =>
          (await fetch(`${other.url}/api/account/usage/`, { method: 'POST', headers })).status === 401,
      );
    }
    expect((await usage(jan.headers)).status).toBe(200);
    expect((await usage((await gateway.tokenOf('ines')).headers)).status).toBe(200);
    await other.stop();
  });

  it('ends when no one used it for as long as the setting says', async () => {
    const strict = await runGateway({ clock, replicaOf: gateway, env: { sessionIdleDays: '2' } });
    const call = (headers: Record<string, string>) =>
      fetch(`${strict.url}/api/account/usage/`, { method: 'POST', headers });
    const idle = strict.service.app.get(IdleSessions);
    const used = await strict.tokenOf('kim');
    const unused = await strict.tokenOf('kim');
    const seen = (sid: string) =>
      gateway.database.db.collection<{ _id: string; lastSeenAt: Date }>('sessions').findOne({ _id: sid });
    for (let day = 0; day < 3; day += 1) {
      clock.advance(24 * 3_600_000);
      await call(used.headers);
      const now = clock.now().getTime();
      await eventually(async () => (await seen(used.sid))?.lastSeenAt.getTime() === now);
    }
    // Within the hour nothing more is written.
    const written = (await seen(used.sid))?.lastSeenAt;
    clock.advance(30 * 60_000);
    await call(used.headers);
    await idle.endUnused();
    await eventually(async () => (await call(unused.headers)).status === 401);
    expect((await call(used.headers)).status).toBe(200);
    expect((await seen(used.sid))?.lastSeenAt).toEqual(written);
    await strict.stop();
  });

  it('opens an account once, however many sign in at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => gateway.tokenOf('frida')));
    expect(new Set(all.map((each) => each.drive)).size).toBe(1);
    expect(new Set(all.map((each) => each.sid)).size).toBe(8);
    const opened = await gateway.database.db
      .collection('events')
      .find({ 'data.sub': 'local|frida' })
      .toArray();
    expect(opened).toHaveLength(1);
    expect(opened[0]).toMatchObject({
      drive: all[0]?.drive,
      type: 'gateway.account.opened',
      data: { name: 'frida' },
    });
  });

  it('tells other services of accounts that were opened', async () => {
    const { drive } = await gateway.tokenOf('herta');
    const ask = async (path: string) => (await gateway.ask(path)).json();
    const opened = { type: 'gateway.account.opened', drive, version: null, data: { sub: 'local|herta' } };
    expect(await ask(`/internal/events?drive=${drive}&after=0`)).toMatchObject([opened]);
    expect(await ask('/internal/events/all')).toContainEqual(expect.objectContaining({ drive }));
  });

  it('is not given out for an account that is being deleted', async () => {
    await gateway.tokenOf('gregor');
    await gateway.database.db
      .collection<{ _id: string }>('accounts')
      .updateOne({ _id: 'local|gregor' }, { $set: { state: 'closing' } });
    const answer = await gateway.ask('/internal/token', { user: 'gregor' });
    expect(answer.status).toBe(409);
    expect(await body(answer)).toMatchObject({ error: { code: 'drive.closed' } });
  });

  it('is given to scripts only by who holds the secret of the installation, for a usable name', async () => {
    const ask = (headers: Record<string, string>, user: unknown) =>
      fetch(`${gateway.internalUrl}/internal/token`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify({ user }),
      });
    expect((await ask({}, 'alice')).status).toBe(403);
    expect((await ask({ authorization: 'Internal wrong' }, 'alice')).status).toBe(403);
    expect((await ask((await gateway.tokenOf('alice')).headers, 'alice')).status).toBe(403);
    for (const user of ['', 'a/b', 'a|b', ' ', 5, null])
      expect((await ask(gateway.internal, user)).status, String(user)).toBe(400);
  });
});
