import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@skyshelf/testing';
import { createLogger } from '@skyshelf/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway, type RunningGateway } from '../../../testing/run-gateway.js';
import { httpHandOver, type HttpHandOver } from './over-http.js';

interface Seen {
  method: string;
  url: string;
  headers: Record<string, string>;
  received: number;
  sha256: string;
  pid: number;
}

describe('handing over to a service in another process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-over-'));
  const socket = join(folder, 'service.sock');
  let child: ChildProcess;
  let link: HttpHandOver;
  let gateway: RunningGateway;

  const startService = async () => {
    rmSync(socket, { force: true });
    child = fork(resolve(import.meta.dirname, '../../../testing/service-process.ts'), [socket], {
      execArgv: ['--experimental-strip-types', '--no-warnings'],
    });
    await once(child, 'message');
  };
  beforeAll(async () => {
    await startService();
    const logger = createLogger({ service: 'test', level: 'silent' });
    link = httpHandOver({
      addresses: new Map([
        ['catalog', [`unix:${socket}`]],
        ['storage', [`unix:${socket}`]],
        ['media', ['http://127.0.0.1:9']],
      ]),
      holders: new Map([['media', [`unix:${socket}`]]]),
      logger,
      headersTimeoutMs: 1000,
    });
    gateway = await runGateway({ overrides: { handOver: link.handOver } });
  });
  afterAll(async () => {
    await gateway.stop();
    await link.close();
    child.kill();
    rmSync(folder, { recursive: true });
  });

  const file = (headers: Record<string, string>, query = '') =>
    fetch(`${gateway.url}/files/Cloud/blob/name${query}`, { headers });

  it('sends the request with its token, and the answer back with the headers of the door', async () => {
    const alice = await gateway.tokenOf('alice');
    const answer = await file(
      { cookie: `skyshelf=${alice.accessToken}; other=1`, range: 'bytes=0-9' },
      '?a=%23',
    );
    expect(answer.headers.get('x-from')).toBe('service');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const seen = (await answer.json()) as Seen;
    expect(seen).toMatchObject({ method: 'GET', url: '/files/Cloud/blob/name?a=%23', pid: child.pid });
    expect(seen.headers).toMatchObject({ authorization: alice.headers.authorization, range: 'bytes=0-9' });
    expect(seen.headers).not.toHaveProperty('cookie');
  });

  it('asks those that convert films for one that is watched meanwhile, and no others', async () => {
    const { headers } = await gateway.tokenOf('alice');
    const read = (path: string) => fetch(`${gateway.url}${path}`, { headers });
    expect((await read('/files/live/0123456789abcdefghij/index.m3u8')).status).toBe(200);
    expect((await read('/api/jobs')).status).toBe(502);
  });

  it('passes bytes in both directions as they are', async () => {
    const { headers } = await gateway.tokenOf('alice');
    const bytes = randomBytes(5 * 1024 * 1024);
    const up = (await (
      await fetch(`${gateway.url}/api/upload/bytes`, { method: 'PUT', headers, body: bytes })
    ).json()) as Seen;
    expect(up).toMatchObject({
      received: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const down = await (await file(headers, '?size=9000000')).bytes();
    expect(down.length).toBe(9_000_000);
    expect(down.every((byte) => byte === 7)).toBe(true);
  });

  it('says that a part is not reachable when it does not answer, and nothing of why', async () => {
    const { headers } = await gateway.tokenOf('alice');
    const answer = await file(headers, '?way=silent');
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({
      error: {
        code: 'service.unavailable',
        message: 'A part of Skyshelf is not reachable. Try again in a moment.',
      },
    });
    const nobody = await fetch(`${gateway.url}/api/account/options/`, { headers });
    expect(nobody.status).toBe(502);
  });

  it('says it as a page to a browser that came for a download', async () => {
    const { headers } = await gateway.tokenOf('alice');
    const url = new URL('/api/download?way=silent', gateway.url);
    const call = request(url, { headers: { ...headers, 'sec-fetch-mode': 'navigate' } }).end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([502, 'text/html; charset=utf-8']);
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await text(answer)).toContain('A part of Skyshelf is not reachable. Try again in a moment.');
  });

  it('shows the client that an answer is not whole', async () => {
    const { headers } = await gateway.tokenOf('alice');
    await expect(file(headers, '?way=break').then((answer) => answer.bytes())).rejects.toThrow();
  });

  it('finds the service again after it was killed and restarted', async () => {
    const { headers } = await gateway.tokenOf('alice');
    const died = once(child, 'exit');
    child.kill('SIGKILL');
    await died;
    expect((await file(headers)).status).toBe(502);
    await startService();
    await eventually(async () => (await file(headers)).status === 200);
  });
});
