import { elementId, type AccessScope } from '@skyshelf/contracts';
import { eventually, fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';
import { endGeneration, grantAccess } from '../application/grant-access.js';
import { listRevokedSessions } from '../application/list-sessions.js';
import type { Gateway } from '../application/gateway.js';
import { GATEWAY } from '../gateway.runtime.js';

const HOUR_MS = 3_600_000;

describe('the tokens of a scope', () => {
  const clock = fakeClock(new Date());
  let gateway: RunningGateway;
  let other: RunningGateway;
  let deps: Gateway;
  beforeAll(async () => {
    gateway = await runGateway({ clock });
    other = await runGateway({ clock, replicaOf: gateway });
    deps = gateway.service.app.get<Gateway, Gateway>(GATEWAY);
  });
  afterAll(async () => {
    await other.stop();
    await gateway.stop();
  });

  const linkOf = (id: string, generation = 0): AccessScope => ({
    kind: 'share',
    rights: ['view'],
    roots: [elementId.parse('album')],
    id,
    generation,
  });
  const ask = async ({ url }: RunningGateway, token: string, path = '/files/Cloud/some-blob/photo') => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const body = (await answer.json()) as { error?: { code: string }; sub?: string };
    return body.error?.code ?? body.sub;
  };

  it('name neither owner nor visitor, and open what their contracts and rights say', async () => {
    const { drive, headers } = await gateway.tokenOf('anna');
    const { token } = await grantAccess(deps, drive, linkOf('open'), HOUR_MS);
    expect(await ask(other, token)).toBe('share|open');
    expect(await ask(gateway, token, '/api/userinfo')).toBe('access.denied');
    const listed = await fetch(`${gateway.url}/api/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(listed.status).toBe(403);
    const sessions = await fetch(`${gateway.url}/api/sessions`, { headers });
    expect(((await sessions.json()) as { docs: unknown[] }).docs).toHaveLength(1);
  });

  it('are not ended by a visitor who logs out', async () => {
    const { drive } = await gateway.tokenOf('eve');
    const { token } = await grantAccess(deps, drive, linkOf('kept'), HOUR_MS);
    const headers = { authorization: `Bearer ${token}` };
    expect((await gateway.post('/api/logout/', {}, headers)).status).toBe(200);
    expect((await gateway.post('/api/token/', { token })).status).toBe(403);
    expect(await ask(gateway, token)).toBe('share|kept');
  });

  it('are refused at every gateway when their generation has ended, and those of the next are not', async () => {
    const { drive, headers } = await gateway.tokenOf('ben');
    const { token } = await grantAccess(deps, drive, linkOf('album'), HOUR_MS);
    const another = await grantAccess(deps, drive, linkOf('another'), HOUR_MS);
    const next = await endGeneration(deps, drive, linkOf('album'));
    expect(await ask(gateway, token)).toBe('auth.revoked');
    await eventually(async () => (await ask(other, token)) === 'auth.revoked');
    await expect(grantAccess(deps, drive, linkOf('album'), HOUR_MS)).rejects.toMatchObject({
      code: 'auth.revoked',
    });
    expect(await endGeneration(deps, drive, linkOf('album'))).toBe(next);
    const again = await grantAccess(deps, drive, linkOf('album', next), HOUR_MS);
    for (const at of [gateway, other])
      expect([await ask(at, again.token), await ask(at, another.token)]).toEqual([
        'share|album',
        'share|another',
      ]);
    const { revoked } = await listRevokedSessions(deps);
    expect(revoked.map(({ sid }) => sid)).toContain('share-album-0');
    expect((await fetch(`${gateway.url}/api/userinfo`, { headers })).status).toBe(200);
  });

  it('outlive ‘Log out everywhere’ and end by their date; a closed account gives none', async () => {
    const { drive, headers } = await gateway.tokenOf('carl');
    const { token } = await grantAccess(deps, drive, linkOf('lasting'), HOUR_MS);
    await gateway.post('/api/logout/everywhere/', {}, headers);
    expect(await ask(gateway, token)).toBe('share|lasting');
    clock.advance(HOUR_MS);
    expect(await ask(gateway, token)).toBe('auth.expired');
    const dora = await gateway.tokenOf('dora');
    await gateway.post('/api/account/close', {}, dora.headers);
    await expect(grantAccess(deps, dora.drive, linkOf('late'), HOUR_MS)).rejects.toMatchObject({
      code: 'drive.closed',
    });
  });
});
