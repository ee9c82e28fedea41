import { randomBytes } from 'node:crypto';
import type { DriveId, OpenedShare, OpenShare } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { keepPassword } from '@skyshelf/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const MIB = 1024 * 1024;

describe('a visit of a link', () => {
  let gateway: RunningGateway;
  let other: RunningGateway;
  let drive: DriveId;
  beforeAll(async () => {
    const env = { shareDailyMb: '2', trustedProxies: '1' };
    gateway = await runGateway({ env });
    other = await runGateway({ env, replicaOf: gateway });
    ({ drive } = await gateway.tokenOf('anna'));
  });
  afterAll(async () => {
    await other.stop();
    await gateway.stop();
  });
  beforeEach(() => {
    gateway.catalog.shares.sent = 0;
    Object.assign(gateway.catalog.shares.counts, { opened: 0, downloads: 0 });
  });

  const shared = (rest: Partial<OpenShare> = {}) => {
    const token = randomBytes(16).toString('base64url');
    return { token, share: gateway.catalog.shares.add(drive, token, rest) };
  };
  const open = (token: string, password?: string, address = '203.0.113.7', at = gateway) =>
    at.post(
      `/s/${token}/open`,
      { ...(password !== undefined && { password }) },
      { 'x-forwarded-for': address },
    );
  const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  const visit = async (rest: Partial<OpenShare> = {}) => {
    const { token, share } = shared(rest);
    const cookie = cookieOf(await open(token));
    const ask = (path: string, headers: Record<string, string> = {}, at = gateway) =>
      fetch(`${at.url}/s/-/${share.id}${path}`, { headers: { cookie, ...headers } });
    return { token, share, cookie, ask };
  };
  const codeOf = async (answer: Response) =>
    ((await answer.json()) as { error?: { code: string } }).error?.code ?? answer.status;
  const end = ({ id, generation }: OpenShare) =>
    gateway.ask(`/internal/drives/${drive}/shares/end`, { id, generation });

  it('begins with a cookie of the link, after which no address has a secret', async () => {
    const { token, share } = shared();
    const answer = await open(token);
    expect(answer.headers.get('set-cookie')).toMatch(
      new RegExp(`^skyshelf-link-${share.id}=[\\w-]+; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax$`),
    );
    expect(answer.headers.get('set-cookie')).not.toContain(drive);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('x-robots-tag')).toContain('noindex');
    const { id, title, roots } = (await answer.json()) as OpenShare;
    expect([id, title, roots]).toEqual([share.id, 'Lisbon & <more>', ['album']]);
    expect(gateway.catalog.shares.counts.opened).toBe(1);
  });

  it('begins with a folder too, where one is asked for and can be listed', async () => {
    const folderOf = async (answer: Response) => ((await answer.json()) as OpenedShare).folder?.folderId;
    const { token, share } = shared({ top: 'album' });
    const begin = async (path?: string) => folderOf(await gateway.post(`/s/${token}/open`, { path }));
    expect([await begin('/'), await begin('/album/2026'), await begin('/gone'), await begin()]).toEqual([
      '/album',
      '/album/2026',
      undefined,
      undefined,
    ]);
    const headers = { cookie: cookieOf(await open(token)) };
    const again = fetch(`${gateway.url}/s/-/${share.id}/api/share?path=/album/2026`, { headers });
    expect(await folderOf(await again)).toBe('/album/2026');
    gateway.catalog.shares.sent = 3 * MIB;
    await eventually(async () => (await begin('/')) === undefined);
    expect((await open(token)).status).toBe(200);
  });

  it('calls with the token of the link, and never as who is signed in', async () => {
    const { share, cookie, ask } = await visit();
    const { headers, accessToken } = await gateway.tokenOf('ben');
    for (const more of [undefined, headers, { cookie: `skyshelf=${accessToken}; ${cookie}` }]) {
      const answer = await ask('/files/Cloud/some-blob/photo', more);
      expect(await answer.json()).toEqual({ blobId: 'some-blob', sub: `share|${share.id}` });
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    for (const more of [{ cookie: '' }, { ...headers, cookie: '' }, { cookie: `skyshelf=${accessToken}` }])
      expect(await codeOf(await ask('/files/Cloud/some-blob/photo', more))).toBe('share.not-found');
    expect((await ask('/api/userinfo')).status).toBe(404);
  });

  it('is of one link: neither the cookie nor an encoded address leads to another', async () => {
    const one = await visit();
    const two = await visit();
    const stolen = one.cookie.replace(one.share.id, two.share.id);
    expect(await codeOf(await two.ask('/api/share', { cookie: stolen }))).toBe('share.not-found');
    const encoded = one.share.id.replace('l', '%6c');
    const headers = { cookie: one.cookie };
    const answer = await fetch(`${gateway.url}/s/-/${encoded}/files/Cloud/b/n`, { headers });
    expect(await answer.json()).toMatchObject({ blobId: 'b', sub: `share|${one.share.id}` });
  });

  it('ends at every gateway, in the middle of a film too', async () => {
    const { share, ask } = await visit();
    const films = await Promise.all([gateway, other].map((at) => ask('/api/download?key0=1000', {}, at)));
    const bodies = films.map((film) => film.arrayBuffer().then(String, () => 'cut'));
    expect((await end(share)).status).toBe(200);
    expect(await Promise.all(bodies)).toEqual(['cut', 'cut']);
    for (const at of [gateway, other])
      expect(await codeOf(await ask('/api/share', {}, at))).toBe('share.not-found');
  });

  it('begins at once after a pause, also at a gateway that has just seen the pause', async () => {
    const { token, share, ask } = await visit();
    expect((await ask('/api/share', {}, other)).status).toBe(200);
    const { open: links } = gateway.catalog.shares;
    links.delete(share.id);
    await eventually(async () => (await codeOf(await ask('/api/share', {}, other))) === 'share.not-found');
    links.set(share.id, { ...share, generation: 1 });
    const cookie = cookieOf(await open(token));
    const asked = Array.from({ length: 6 }, () => ask('/api/share', { cookie }, other));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('ends with a change of the record alone, and with the account of its owner', async () => {
    const { share, ask } = await visit();
    gateway.catalog.shares.open.set(share.id, { ...share, generation: 1 });
    await eventually(async () => (await codeOf(await ask('/api/share', {}, other))) === 'share.not-found');
    const leaver = await gateway.tokenOf('carl');
    const { token, ask: asks } = await visit({ drive: leaver.drive });
    const film = await asks('/api/download?key0=1000', {}, other);
    await gateway.post('/api/account/close', {}, leaver.headers);
    await expect(film.arrayBuffer()).rejects.toThrow();
    expect(await codeOf(await asks('/api/share', {}, other))).toBe('share.not-found');
    expect(await codeOf(await open(token))).toBe('share.not-found');
  });

  it('has no downloads where the link offers none, and the record of a later range where it limits them', async () => {
    const closed = await visit({ download: false });
    expect(await codeOf(await closed.ask('/api/download?key0=small'))).toBe('access.denied');
    const { ask, token, share } = await visit({ downloadLimit: 2 });
    const later = { range: 'bytes=4-' };
    expect(await codeOf(await ask('/api/download?key0=small', later))).toBe('share.downloads-used-up');
    expect(await codeOf(await ask('/api/download?key0=none'))).toBe('file.not-found');
    await eventually(async () => gateway.catalog.shares.counts.downloads === 0);
    for (const range of [undefined, { range: 'bytes=0-' }])
      expect((await ask('/api/download?key0=small', range)).status).toBe(200);
    expect(await codeOf(await ask('/api/download?key0=small', {}, other))).toBe('share.downloads-used-up');
    expect((await ask('/api/download?key0=small', later, other)).status).toBe(200);
    const cookie = cookieOf(await open(token));
    const stranger = await fetch(`${gateway.url}/s/-/${share.id}/api/download?key0=small`, {
      headers: { cookie, ...later },
    });
    expect(await codeOf(stranger)).toBe('share.downloads-used-up');
  });

  it('is saved by who is signed in and has opened it, as one download', async () => {
    const { share, cookie } = await visit({ downloadLimit: 1 });
    const { headers, accessToken } = await gateway.tokenOf('ben');
    const save = async (sent: Record<string, string>, id = share.id) =>
      codeOf(await gateway.post('/api/shares/save', { share: id }, sent));
    expect(await save({ cookie })).toBe('auth.required');
    expect(await save(headers)).toBe('share.not-found');
    const closed = await visit({ download: false });
    expect(await save({ ...headers, cookie: closed.cookie }, closed.share.id)).toBe('access.denied');
    expect(await save({ ...headers, cookie: `skyshelf=${accessToken}; ${cookie}` })).toBe(200);
    expect(await save({ ...headers, cookie })).toBe('share.downloads-used-up');
    expect(gateway.catalog.shares.saved).toMatchObject([
      { id: share.id, into: { sub: expect.stringMatching(/ben$/) } },
    ]);
  });

  it('rests until tomorrow after the traffic of a day, which is counted while it is sent', async () => {
    const { ask } = await visit();
    const film = await ask(`/api/download?key0=${3 * MIB}`);
    await expect(film.arrayBuffer()).rejects.toThrow();
    const answer = await ask('/api/share');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      error: { code: 'share.traffic-used-up', message: expect.stringContaining('00:00 UTC') },
    });
    expect(gateway.catalog.shares.sent).toBeGreaterThanOrEqual(3 * MIB);
  });

  it('is refused after ten wrong passwords of one address, at all gateways, and not for others', async () => {
    const { token } = shared({ password: await keepPassword('sesame') });
    const tries = Array.from({ length: 14 }, (_, index) =>
      open(token, 'wrong', '203.0.113.8', index % 2 ? gateway : other).then(codeOf),
    );
    const right = await open(token, 'sesame', '203.0.113.9');
    expect(right.status).toBe(200);
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 'share.wrong-password')).toHaveLength(10);
    expect(codes.filter((code) => code === 'share.too-many-tries')).toHaveLength(4);
    const refused = await open(token, 'sesame', '203.0.113.8');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    for (let time = 0; time < 12; time += 1)
      expect((await open(token, 'sesame', '203.0.113.9')).status).toBe(200);
    expect(await codeOf(await open(token))).toBe('share.password-required');
  });

  it('begins at a page that is the same for every address; robots get the title alone', async () => {
    const [known, guarded] = [shared(), shared({ password: await keepPassword('sesame') })];
    const page = async (token: string, agent = 'Mozilla/5.0 Firefox/140.0') => {
      const answer = await fetch(`${gateway.url}/s/${token}`, { headers: { 'user-agent': agent } });
      expect(answer.headers.get('x-robots-tag')).toContain('noindex');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      return answer.text();
    };
    const unknown = 'x'.repeat(22);
    expect(await page(known.token)).toBe(await page(unknown));
    const card = await page(known.token, 'Slackbot-LinkExpanding 1.0');
    expect(card).toContain('<meta property="og:title" content="Lisbon &amp; &lt;more&gt;">');
    expect(card).not.toContain('album');
    expect(await page(guarded.token, 'WhatsApp/2.0')).toBe(await page(unknown, 'WhatsApp/2.0'));
  });

  it('can be followed by a feed, where there is no password', async () => {
    const [known, guarded] = [shared(), shared({ password: await keepPassword('sesame') })];
    const feed = await fetch(`${gateway.url}/s/${known.token}/feed.xml`);
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const text = await feed.text();
    expect(text).toContain(
      '<title>News &amp; &lt;more&gt;</title><updated>2026-01-01T00:00:00.000Z</updated>',
    );
    expect(text).toContain(`<link href="http://127.0.0.1:1/s/${known.token}"/>`);
    for (const token of [guarded.token, 'unknown'])
      expect(await codeOf(await fetch(`${gateway.url}/s/${token}/feed.xml`))).toBe('share.not-found');
  });

  it('of a link that receives shows nothing of where files go, and has a token of its own', async () => {
    const receives = { maxFileBytes: 5, maxBytes: null, maxFiles: 3, kinds: null, askName: true };
    const { token, share } = shared({ receives, top: 'album' });
    const answer = await gateway.post(`/s/${token}/open`, { path: '/' });
    const opened = { id: share.id, title: share.title, note: '', expires: null, download: false };
    expect(await answer.json()).toEqual({ ...opened, roots: [], receives });
    expect(await codeOf(await fetch(`${gateway.url}/s/${token}/feed.xml`))).toBe('share.not-found');
    const headers = { cookie: cookieOf(answer) };
    const ask = (path: string) => fetch(`${gateway.url}/s/-/${share.id}${path}`, { headers });
    expect(await codeOf(await ask('/files/Cloud/some-blob/photo'))).toBe('access.denied');
    await gateway.ask(`/internal/drives/${drive}/shares/end`, { id: share.id, generation: 0, kind: 'drop' });
    expect(await codeOf(await ask('/api/share'))).toBe('share.not-found');
  });
});
