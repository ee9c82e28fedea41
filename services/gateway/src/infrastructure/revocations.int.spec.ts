import { driveId } from '@skyshelf/contracts';
import { makeMissing } from '@skyshelf/event-store';
import { eventually, fakeClock, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { createLogger } from '@skyshelf/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listRevokedSessions } from '../application/list-sessions.js';
import { indexes } from './indexes.js';
import { MAX_BEHIND_MS, Revocations } from './revocations.js';
import { Sessions } from './sessions.js';

describe('the list of revoked sessions', () => {
  let database: TestDatabase;
  let sessions: Sessions;
  const clock = fakeClock();
  const drive = driveId.parse('drive');
  beforeAll(async () => {
    database = await testDatabase('revocations');
    sessions = new Sessions(database.db);
    await makeMissing(database.db, indexes);
  });
  afterAll(() => database.drop());

  const begin = (sid: string) =>
    sessions.insert({
      sid,
      drive,
      createdAt: clock.now(),
      expires: new Date(clock.now().getTime() + 3_600_000),
      revokedAt: null,
      lastSeenAt: clock.now(),
      scope: null,
      origin: null,
    });
  const follow = async (monotonic?: () => number) => {
    const list = new Revocations(
      sessions,
      clock,
      createLogger({ service: 'test', level: 'silent' }),
      monotonic,
    );
    await list.onServicePrepared();
    return list;
  };

  it('knows what was revoked before, and hears of what others revoke', async () => {
    await Promise.all([begin('a'), begin('b'), begin('c')]);
    await sessions.revoke('a', clock.now());
    const list = await follow();
    const heard: string[] = [];
    list.onRevoked((sid) => heard.push(sid));
    expect([list.has('a'), list.has('b')]).toEqual([true, false]);
    await sessions.revoke('b', clock.now());
    await eventually(() => list.has('b'));
    await sessions.revokeAll(drive, clock.now());
    await eventually(() => list.has('c'));
    expect(heard).toEqual(['b', 'c']);
    await list.onModuleDestroy();
  });

  it('misses nothing that happens while it starts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const sid = `race-${round}`;
      await begin(sid);
      const [list] = await Promise.all([follow(), sessions.revoke(sid, clock.now())]);
      await eventually(() => list.has(sid));
      await list.onModuleDestroy();
    }
  });

  it('goes on after its stream was cut', async () => {
    const list = await follow();
    await begin('later');
    const admin = database.client.db('admin');
    const cut = async () => {
      const { inprog } = (await admin.command({
        currentOp: 1,
        'cursor.originatingCommand.aggregate': 'sessions',
        ns: `${database.name}.sessions`,
      })) as { inprog: { opid: number }[] };
      for (const { opid } of inprog) await admin.command({ killOp: 1, op: opid });
      return inprog.length > 0;
    };
    await eventually(cut);
    await sessions.revoke('later', clock.now());
    await eventually(() => list.has('later'));
    await list.onModuleDestroy();
  });

  it('says so when it has heard nothing for too long, and stops saying so when it has caught up', async () => {
    let time = 0;
    const list = await follow(() => time);
    await eventually(() => !list.stale);
    time += MAX_BEHIND_MS + 1;
    expect(list.stale).toBe(true);
    await eventually(() => !list.stale);
    await list.onModuleDestroy();
    time += MAX_BEHIND_MS + 1;
    expect(list.stale).toBe(true);
  });

  it('is told to services page by page, and what is new once more', async () => {
    const deps = { sessions, clock };
    const fresh = new Date(clock.now().getTime() + 1_000);
    await Promise.all(['p', 'q', 'r', 'live'].map(begin));
    for (const sid of ['p', 'q', 'r']) await sessions.revoke(sid, fresh);
    const { revoked, next, more } = await listRevokedSessions(deps);
    const sids = revoked.map(({ sid }) => sid);
    expect(sids.slice(-3)).toEqual(['p', 'q', 'r']);
    expect(sids).not.toContain('live');
    expect(more).toBe(false);
    expect((await listRevokedSessions(deps, next)).revoked.map(({ sid }) => sid)).toContain('r');
    const behind = await listRevokedSessions(deps, `${fresh.getTime()}.p`);
    expect(behind.revoked.map(({ sid }) => sid)).toEqual(['q', 'r']);
    expect(await sessions.revokedAfter(clock.now(), { at: new Date(0), sid: '' }, 1)).toHaveLength(1);
  });
});
