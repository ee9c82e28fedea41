import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Controller, Get } from '@nestjs/common';
import { defineRoutes } from '@skyshelf/contracts';
import { Internal, Route } from '@skyshelf/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createService, type CreatedService } from './create-service.js';
import { serviceOf, testRuntime, type TestRuntime } from '../testing/index.js';

const { greet } = defineRoutes(
  { service: 'catalog', access: 'public', rate: 'read', summary: '', refuses: [], answer: z.unknown() },
  { greet: { method: 'GET', path: '/api/greet' } },
);

@Controller()
class AnyController {
  @Internal({ method: 'GET', path: '/internal/anything', refuses: [] })
  anything() {
    return { inner: true };
  }

  @Get('internal/unmarked')
  unmarked() {
    return { inner: true };
  }

  @Route(greet)
  greet() {
    return { hello: true };
  }
}

const METRICS_TOKEN = 'm'.repeat(40);

let service: CreatedService;
let runtime: TestRuntime;
let outside: string;
let inside: string;
beforeAll(async () => {
  runtime = await testRuntime();
  service = await createService(serviceOf([AnyController]), {
    ...runtime,
    metricsToken: () => METRICS_TOKEN,
  });
  outside = await service.listen({ host: '127.0.0.1', port: 0 });
  inside = await service.listenInternal({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.stop());

/** Sends the request as it is written, with the right key, and gives the answer. */
async function written(origin: string, request: string, headers: readonly string[] = []): Promise<string> {
  const key = `Authorization: ${runtime.internal.authorization}`;
  const host = headers.some((each) => each.startsWith('Host:')) ? [] : ['Host: sky.example'];
  const head = [request, ...host, key, 'Connection: close', ...headers, '', ''].join('\r\n');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(head);
  return text(socket);
}
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

/** The same route in other words; a router may or may not see through each. */
const targets = [
  '/internal/anything',
  '/internal/anything/',
  '/internal/anything?key=1',
  '/internal/anything#part',
  '/internal/anything;a=b',
  '/internal/unmarked',
  '//internal/anything',
  '/internal//anything',
  '/./internal/anything',
  '/api/../internal/anything',
  '/api/%2e%2e/internal/anything',
  '/internal%2fanything',
  '/internal/anything%2f',
  '/internal/anything%00',
  '/%69nternal/anything',
  '/%2569nternal/anything',
  '/internal/an%79thing',
  '/INTERNAL/ANYTHING',
  'http://sky.example/internal/anything',
  'http://127.0.0.1/internal/anything',
  'HTTPS://sky.example//internal/anything',
  '/metrics',
  '/metrics/',
  '/%6detrics',
  'http://sky.example/metrics',
  '/internal/routes',
];
const requests = [
  ...targets.map((target) => ({ line: `GET ${target} HTTP/1.1`, headers: [] })),
  ...['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({
    line: `${method} /internal/anything HTTP/1.1`,
    headers: ['Content-Length: 0'],
  })),
  { line: 'POST /metrics HTTP/1.1', headers: ['Content-Length: 0'] },
  { line: 'GET /internal/anything HTTP/1.0', headers: [] },
  ...[
    'Host: localhost',
    'Host: 127.0.0.1/internal',
    'X-Forwarded-For: 127.0.0.1',
    'X-Forwarded-Host: internal',
    'X-Original-URL: /internal/anything',
    'X-Rewrite-URL: /internal/anything',
    'Accept-Version: internal',
    'Internal: true',
    'Upgrade: websocket',
    'Upgrade: h2c',
  ].map((header) => ({ line: 'GET /internal/anything HTTP/1.1', headers: [header] })),
];

describe('the public port', () => {
  it.each(requests)('has nothing at $line with $headers', async ({ line, headers }) => {
    const answer = await written(outside, line, headers);
    expect(statusOf(answer), answer).toBe(404);
    expect(answer.toLowerCase()).not.toContain('\r\nallow:');
    expect(answer).not.toContain('inner');
  });

  it('answers as for an address that is nothing, with any key or none', async () => {
    const answerOf = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(outside + path, { headers });
      const { error } = (await answer.json()) as { error: { requestId?: string } };
      return { status: answer.status, error: { ...error, requestId: '' } };
    };
    const nothing = await answerOf('/nothing', {});
    for (const headers of [{}, runtime.internal, { authorization: 'Internal wrong' }])
      expect(await answerOf('/internal/anything', headers)).toEqual(nothing);
  });

  it('has nothing behind a public request on the same connection either', async () => {
    const socket = connect(Number(new URL(outside).port), '127.0.0.1');
    const head = `Host: a\r\nAuthorization: ${runtime.internal.authorization}\r\n`;
    socket.write(`GET /api/greet HTTP/1.1\r\n${head}\r\n`);
    socket.write(`GET /internal/anything HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
    const answers = [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(answers).toEqual(['200', '404']);
  });
});

describe('the internal port', () => {
  const get = (path: string, headers: Record<string, string> = runtime.internal) =>
    fetch(inside + path, { headers });

  it('has all routes, for who has the key', async () => {
    for (const path of ['/internal/anything', '/internal/unmarked', '/metrics', '/api/greet', '/health'])
      expect((await get(path)).status, path).toBe(200);
    expect((await get('/internal/anything', {})).status).toBe(403);
    expect((await get('/metrics', { authorization: 'Internal wrong' })).status).toBe(403);
    const wrong = await fetch(`${inside}/metrics`, { method: 'POST', headers: runtime.internal });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('shows metrics to who holds the token for them, and nothing else', async () => {
    const scraper = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await get('/metrics', scraper)).status).toBe(200);
    for (const path of ['/internal/anything', '/internal/unmarked', '/internal/routes'])
      expect((await get(path, scraper)).status, path).toBe(403);
    for (const authorization of [`Internal ${METRICS_TOKEN}`, `Bearer ${METRICS_TOKEN}x`, 'Bearer '])
      expect((await get('/metrics', { authorization })).status).toBe(403);
    expect((await fetch(`${outside}/metrics`, { headers: scraper })).status).toBe(404);
  });

  it('answers what is no HTTP with a refusal', async () => {
    expect(await written(inside, 'NONSENSE')).toContain('HTTP/1.1 400 Bad Request');
  });

  it('is closed by a stop', async () => {
    const other = await createService(serviceOf([AnyController]), await testRuntime());
    const url = await other.listenInternal({ host: '127.0.0.1', port: 0 });
    await fetch(`${url}/health`);
    await other.stop();
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });
});
