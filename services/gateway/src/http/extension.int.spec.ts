import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { extensionPackages, type SessionView } from '@skyshelf/contracts';
import { fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0';

const pkce = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

describe('the extension of the browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-extension-'));
  const clock = fakeClock(new Date());
  let gateway: RunningGateway;
  let other: RunningGateway;
  beforeAll(async () => {
    mkdirSync(join(folder, 'extension/icons'), { recursive: true });
    writeFileSync(join(folder, 'extension/popup.html'), '<!doctype html>');
    writeFileSync(join(folder, 'extension/icons/16.png'), Buffer.from([0x89, 0xff, 0x00]));
    gateway = await runGateway({ clock, overrides: { webRoot: folder, publicUrl: 'http://127.0.0.1:1' } });
    other = await runGateway({ clock, replicaOf: gateway });
  });
  afterAll(async () => {
    await other.stop();
    await gateway.stop();
    rmSync(folder, { recursive: true });
  });

  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await gateway.post(path, body, headers);
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
  const allow = async (headers: Record<string, string>, challenge: string): Promise<string> => {
    const { status, body } = await post('/api/extension/connect', { challenge }, headers);
    expect(status).toBe(200);
    return String(body.code);
  };
  const open = (code: string, verifier: string) =>
    post('/api/extension/session', { code, verifier }, { 'user-agent': chrome });
  const connect = async (headers: Record<string, string>) => {
    const { verifier, challenge } = pkce();
    const { body } = await open(await allow(headers, challenge), verifier);
    return { authorization: `Bearer ${body.accessToken}` };
  };
  const sessionsOf = async (headers: Record<string, string>): Promise<SessionView[]> => {
    const answer = await fetch(`${gateway.url}/api/sessions`, { headers });
    return ((await answer.json()) as { docs: SessionView[] }).docs;
  };
  const statusOf = async (path: string, headers: Record<string, string>, at = gateway.url) =>
    (await fetch(`${at}${path}`, { headers })).status;
  const refused = { status: 400, body: { error: { code: 'connection.refused' } } };

  it('gets a session of its own for a code and its verifier, named in the list [S2.76]', async () => {
    const anna = await gateway.tokenOf('anna');
    const extension = await connect(anna.headers);
    expect(await statusOf('/api/userinfo', extension)).toBe(200);
    const [own, begun] = await sessionsOf(anna.headers);
    expect(own).toMatchObject({ current: true, extension: false });
    expect(begun).toMatchObject({ extension: true, device: 'Linux', browser: 'Chrome', place: '127.0.0.x' });
  });

  it('takes a code once, even of two that come at the same moment', async () => {
    const ben = await gateway.tokenOf('ben');
    const { verifier, challenge } = pkce();
    const code = await allow(ben.headers, challenge);
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(code, verifier)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(400)]);
    expect(await open(code, verifier)).toMatchObject(refused);
  });

  it('is refused with a wrong verifier, which uses the code up, late, and with a made-up code', async () => {
    const carl = await gateway.tokenOf('carl');
    const { verifier, challenge } = pkce();
    const guessed = await allow(carl.headers, challenge);
    expect(await open(guessed, pkce().verifier)).toMatchObject(refused);
    expect(await open(guessed, verifier)).toMatchObject(refused);
    const late = await allow(carl.headers, challenge);
    clock.advance(60_000);
    expect(await open(late, verifier)).toMatchObject(refused);
    expect(await open('made-up', verifier)).toMatchObject(refused);
    expect(await sessionsOf(carl.headers)).toHaveLength(1);
  });

  it('is refused when who allowed it has logged out since', async () => {
    const dora = await gateway.tokenOf('dora');
    const { verifier, challenge } = pkce();
    const code = await allow(dora.headers, challenge);
    await post('/api/logout/everywhere/', {}, dora.headers);
    expect(await open(code, verifier)).toMatchObject(refused);
  });

  it('may make few calls, on every replica: none that reads more, changes more, or makes another session', async () => {
    const fred = await gateway.tokenOf('fred');
    const extension = await connect(fred.headers);
    for (const path of [
      '/api/sessions',
      '/api/changes?since=0',
      '/api/changes/live',
      '/api/account/options/',
    ])
      expect([path, await statusOf(path, extension)]).toEqual([path, 403]);
    expect(await statusOf('/api/sessions', extension, other.url)).toBe(403);
    for (const [path, body] of [
      ['/api/extension/connect', { challenge: pkce().challenge }],
      ['/api/account/close', {}],
      ['/api/logout/everywhere/', {}],
      ['/api/sessions/end', { id: fred.sid }],
    ] as const)
      expect([path, (await post(path, body, extension)).status]).toEqual([path, 403]);
    const token = extension.authorization.slice('Bearer '.length);
    expect((await post('/api/token/', { token })).status).toBe(403);
  });

  it('ends with ‘Log out everywhere’, by itself, and when it is ended in the list [S2.76]', async () => {
    const gina = await gateway.tokenOf('gina');
    const first = await connect(gina.headers);
    const second = await connect(gina.headers);
    expect((await post('/api/logout/', {}, first)).status).toBe(200);
    expect(await statusOf('/api/userinfo', first)).toBe(401);
    const listed = (await sessionsOf(gina.headers)).find(({ extension }) => extension);
    await post('/api/sessions/end', { id: listed?._id ?? '' }, gina.headers);
    expect(await statusOf('/api/userinfo', second)).toBe(401);
    const third = await connect(gina.headers);
    await post('/api/logout/everywhere/', {}, gina.headers);
    expect(await statusOf('/api/userinfo', third)).toBe(401);
  });

  it('leaves no codes of an account that is forgotten', async () => {
    const hans = await gateway.tokenOf('hans');
    await allow(hans.headers, pkce().challenge);
    await gateway.forget(hans.drive);
    const offers = gateway.database.db.collection('connectionOffers');
    expect(await offers.countDocuments({ drive: hans.drive })).toBe(0);
  });

  it('is packed for this server and each browser, with the same bytes each time [S2.79]', async () => {
    const zipOf = async (name: string) => {
      const answer = await fetch(`${gateway.url}/api/extension/${name}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      return Buffer.from(await answer.arrayBuffer());
    };
    for (const name of extensionPackages) {
      const zip = await zipOf(name);
      expect(zip.equals(await zipOf(name))).toBe(true);
      const at = join(folder, `${name}.zip`);
      writeFileSync(at, zip);
      const script =
        'import sys, zipfile, json\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint(json.dumps([z.namelist(), json.loads(z.read("manifest.json")), z.read("icons/16.png").hex()]))';
      const read = execFileSync('python3', ['-c', script, at]).toString();
      expect(JSON.parse(read)).toEqual([
        ['manifest.json', 'icons/16.png', 'popup.html'],
        expect.objectContaining({ homepage_url: 'http://127.0.0.1:1/' }),
        '89ff00',
      ]);
    }
    expect(await statusOf('/api/extension/netscape', {})).toBe(400);
    expect(await statusOf('/api/extension/chrome', {}, other.url)).toBe(404);
    // Its files are parts of a zip, no pages of ours: such an address shows the product.
    const file = await fetch(`${gateway.url}/extension/popup.html`);
    expect(await file.text()).toContain('has not been built yet');
  });
});
