import { randomBytes } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { limits, routeTable } from '@skyshelf/contracts';
import { fakeClock } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HandOver } from '../gateway.runtime.js';
import { runGateway, type RunningGateway } from '../../testing/run-gateway.js';

const asJson = { 'content-type': 'application/json' };

describe('the door', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await runGateway();
  });
  afterAll(() => gateway.stop());

  const list = (headers: Record<string, string> = {}, path = '/api/') =>
    gateway.post(path, { url: '/' }, headers);
  const code = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

  it('hands a signed-in call to its service with the token and nothing else that names a user', async () => {
    const alice = await gateway.tokenOf('alice');
    const answer = await list({ ...alice.headers, cookie: 'skyshelf=abc', 'x-request-id': 'mine-1' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ docs: [], folderId: 'root', version: 0 });
    const seen = gateway.catalog.requests.at(-1);
    expect(seen?.caller).toEqual({ sub: 'local|alice', drive: alice.drive, sid: alice.sid, name: 'alice' });
    expect(seen?.headers.cookie).toBeUndefined();
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(seen?.headers['x-request-id']).toBe('mine-1');
  });

  it('goes on with a trace and makes one where there is none or a broken one', async () => {
    await list({ traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
    expect(gateway.catalog.requests.at(-1)?.headers.traceparent ?? '').toMatch(
      /^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/,
    );
    await list({ traceparent: '"><script>' });
    expect(gateway.catalog.requests.at(-1)?.headers.traceparent ?? '').not.toContain('script');
  });

  it('takes paths with and without a final slash', async () => {
    expect((await list({}, '/api')).status).toBe(200);
    const alice = await gateway.tokenOf('alice');
    for (const path of ['/api/account/usage', '/api/account/usage/'])
      expect((await gateway.post(path, {}, alice.headers)).status).toBe(200);
  });

  it('serves no route that is not in the table, and says so', async () => {
    for (const path of [
      '/api/nothing',
      '/api/internal/token',
      '/files/x',
      '/auth',
      '/internal/drives/x/version',
    ]) {
      const answer = await fetch(`${gateway.url}${path}`);
      expect(answer.status, path).toBe(404);
      expect(await code(answer)).toBe('route.not-found');
    }
    const wrong = await fetch(`${gateway.url}/api/add/`);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
  });

  it('sets the headers that keep a browser safe on answers of services, refusals and the page', async () => {
    const answers = [
      await list(),
      await list({ authorization: 'Bearer x' }),
      await fetch(`${gateway.url}/api/nothing`),
      await fetch(`${gateway.url}/health`),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    }
    const page = await fetch(`${gateway.url}/allfiles/Holidays/2026.summer`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self';.*object-src 'none'.*frame-ancestors 'none'/,
    );
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('refuses a body that announces too much before reading it, and one that is too long without saying so', async () => {
    const alice = await gateway.tokenOf('alice');
    const announced = await send(
      '/api/',
      { ...asJson, 'content-length': String(limits.maxPathJsonBytes + 1) },
      null,
    );
    expect(announced.statusCode).toBe(413);
    expect(await json(announced)).toMatchObject({ error: { code: 'body.too-large' } });

    const chunk = Buffer.alloc(64 * 1024, 'a');
    const silent = await send(
      '/api/',
      asJson,
      Array.from({ length: 20 }, () => chunk),
    ).catch(() => null);
    if (silent) expect(silent.statusCode).toBe(413);

    const bytes = randomBytes(2 * 1024 * 1024);
    const upload = await fetch(`${gateway.url}/api/upload/bytes`, {
      method: 'PUT',
      headers: alice.headers,
      body: bytes,
    });
    expect(await upload.json()).toMatchObject({ size: bytes.length });
  });

  it('cuts off a stream of bytes that does not end', async () => {
    const alice = await gateway.tokenOf('alice');
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `PUT /api/upload/bytes HTTP/1.1\r\nhost: x\r\nauthorization: ${alice.headers.authorization}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.alloc(256 * 1024);
    let sent = 0;
    const answered = text(socket).catch(() => '');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    while (!socket.destroyed && sent < 64 * 1024 * 1024) {
      const flushed = new Promise<void>((resolve) =>
        socket.write(`${chunk.length.toString(16)}\r\n`, () =>
          socket.write(chunk, () => socket.write('\r\n', () => resolve())),
        ),
      );
      await Promise.race([flushed, closed]);
      sent += chunk.length;
    }
    await closed;
    expect(sent).toBeLessThan(32 * 1024 * 1024);
    expect(await answered).not.toMatch(/^HTTP\/1.1 (200|5)/);
  });

  function send(
    path: string,
    headers: Record<string, string>,
    chunks: Buffer[] | null,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(`${gateway.url}${path}`, { method: 'POST', headers }, resolve);
      request.once('error', reject);
      if (!chunks) return void request.flushHeaders();
      for (const chunk of chunks) request.write(chunk);
      request.end();
    });
  }
});

describe('the route table', () => {
  let gateway: RunningGateway;
  const handed: string[] = [];
  beforeAll(async () => {
    const handOver: HandOver = (service, request, response) => {
      handed.push(`${service} ${request.method} ${request.url}`);
      request.resume();
      response.end('{}');
    };
    gateway = await runGateway({ overrides: { handOver, isAdmin: (sub) => sub === 'local|ada' } });
  });
  afterAll(() => gateway.stop());

  it.each(routeTable.filter((each) => each.service !== 'gateway').map((each) => [each.name, each] as const))(
    '%s is handed to its service, to those only who may call it',
    async (_, { method, path, service, access }) => {
      const url = path.replace(/:(\w+)/g, '1');
      const call = (headers: Record<string, string>) => fetch(`${gateway.url}${url}`, { method, headers });
      handed.length = 0;
      const refused = await call({});
      expect(refused.status).toBe(['user', 'admin', 'reader'].includes(access) ? 401 : 200);
      const anybody = await call((await gateway.tokenOf('alice')).headers);
      expect(anybody.status).toBe(access === 'admin' ? 403 : 200);
      handed.length = 0;
      expect((await call((await gateway.tokenOf('ada')).headers)).status).toBe(200);
      expect(handed).toEqual([`${service} ${method} ${url}`]);
    },
  );
});

describe('rate limits', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await runGateway({
      // On a busy machine the calls take long enough to be given another one.
      clock: fakeClock(new Date()),
      env: { unlimitedAddresses: 'none', rateRead: '60/5', rateAddressFactor: '2', trustedProxies: '1' },
    });
  });
  afterAll(() => gateway.stop());

  const list = (from: string, headers: Record<string, string> = {}) =>
    gateway.post('/api/', { url: '/' }, { 'x-forwarded-for': from, ...headers });

  it('stop an account that asks too much, wherever it asks from, and say when to come back', async () => {
    const { headers } = await gateway.tokenOf('hasty');
    const answers = [];
    for (let call = 0; call < 6; call += 1) answers.push(await list(`198.51.100.${call}`, headers));
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = answers[5];
    expect(await last?.json()).toMatchObject({
      error: { code: 'rate.limited', message: 'Too many requests. Wait a moment and try again.' },
    });
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { headers: other } = await gateway.tokenOf('patient');
    expect((await list('198.51.100.1', other)).status).toBe(200);
  });

  it('stop an address that asks too much, and no other one', async () => {
    const statuses = [];
    // Some proxies write the port too.
    for (let call = 0; call < 11; call += 1)
      statuses.push((await list(`203.0.113.9:${50_000 + call}`)).status);
    expect(statuses.filter((each) => each === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    expect((await list('[::ffff:203.0.113.9]:50000')).status).toBe(429);
    expect((await list('203.0.113.10')).status).toBe(200);
  });
});
