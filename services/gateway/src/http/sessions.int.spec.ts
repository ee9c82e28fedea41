import type { SessionView } from '@skyshelf/contracts';
import { eventually, fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerWho, askedWho, runSignInTwice, tokensOf } from '../../testing/run-sign-in.js';
import type { RunningGateway } from '../../testing/run-gateway.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const HOUR_MS = 3_600_000;

describe('the sessions of an account', () => {
  let gateway: RunningGateway;
  let other: RunningGateway;
  const clock = fakeClock(new Date());
  let stop: () => Promise<void>;
  beforeAll(async () => ({ gateway, other, stop } = await runSignInTwice(clock)));
  afterAll(() => stop());

  const list = async (headers: Record<string, string>): Promise<SessionView[]> => {
    const answer = await fetch(`${gateway.url}/api/sessions`, { headers });
    return ((await answer.json()) as { docs: SessionView[] }).docs;
  };
  const end = (headers: Record<string, string>, id: unknown) =>
    gateway.post('/api/sessions/end', { id }, headers);
  const signIn = async (name: string, headers: Record<string, string>) => {
    const { browser, page } = await askedWho(gateway);
    const answer = await browser.go(await answerWho(browser, page, name), { headers });
    const tokens = tokensOf(answer.headers.get('location') ?? '');
    expect(tokens.error).toBeNull();
    return tokens;
  };

  it('are told by device, browser and network, the one that asks first', async () => {
    const script = await gateway.tokenOf('anna');
    const browser = await signIn('anna', { 'user-agent': firefox });
    const at = clock.now().toISOString();
    const times = { extension: false, begun: at, lastSeen: at };
    expect(await list(script.headers)).toEqual([
      { _id: script.sid, device: null, browser: null, place: null, ...times, current: true },
      {
        _id: expect.any(String),
        device: 'Linux',
        browser: 'Firefox',
        place: '127.0.0.x',
        ...times,
        current: false,
      },
    ]);
    expect((await list(browser.headers)).map(({ current }) => current)).toEqual([true, false]);
  });

  it('tell when they were last used, written at most once an hour', async () => {
    const ben = await gateway.tokenOf('ben');
    const begun = clock.now();
    const lastSeen = async () => (await list(ben.headers))[0]?.lastSeen;
    await lastSeen();
    clock.advance(HOUR_MS / 2);
    await lastSeen();
    clock.advance(HOUR_MS);
    const later = clock.now().toISOString();
    await eventually(async () => (await lastSeen()) === later);
    clock.advance(HOUR_MS / 2);
    await lastSeen();
    expect(await lastSeen()).toBe(later);
    expect((await list(ben.headers))[0]?.begun).toBe(begun.toISOString());
  });

  it('end one at a time, within a second on every replica, with their live changes within two', async () => {
    const kept = await gateway.tokenOf('carl');
    const lost = await gateway.tokenOf('carl');
    const live = await fetch(`${other.url}/api/changes/live`, { headers: lost.headers });
    const ended = live.text();
    const before = performance.now();
    expect((await end(kept.headers, lost.sid)).status).toBe(200);
    expect((await fetch(`${gateway.url}/api/userinfo`, { headers: lost.headers })).status).toBe(401);
    await eventually(
      async () => (await fetch(`${other.url}/api/userinfo`, { headers: lost.headers })).status === 401,
    );
    expect(performance.now() - before).toBeLessThan(1000);
    expect(await ended).toContain('data:');
    expect(performance.now() - before).toBeLessThan(2000);
    expect((await list(kept.headers)).map(({ _id }) => _id)).toEqual([kept.sid]);
    const again = await end(kept.headers, lost.sid);
    expect([again.status, again.headers.getSetCookie()]).toEqual([200, []]);
    const own = await end(kept.headers, kept.sid);
    expect(own.headers.getSetCookie()).toEqual(['skyshelf=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect((await end(kept.headers, kept.sid)).status).toBe(401);
  });

  it('keep nothing of where they began once the account is gone', async () => {
    const finn = await signIn('finn', { 'user-agent': firefox });
    const [session] = await list(finn.headers);
    const { drive } = await gateway.tokenOf('finn');
    await gateway.forget(drive);
    const left = await gateway.database.db
      .collection<{ _id: string }>('sessions')
      .findOne({ _id: session?._id ?? '' });
    expect(left).not.toHaveProperty('origin');
    expect(left).toMatchObject({ revokedAt: expect.any(Date) });
  });
});
