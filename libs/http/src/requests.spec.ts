import { startTracing, type Tracing } from '@skyshelf/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, SampleService, type SentRequest } from '../testing/sample-service.js';
import { callerNamed } from '@skyshelf/tokens/testing';

let sample: SampleService;
beforeAll(async () => {
  sample = await SampleService.start();
});
afterAll(() => sample.app.close());
const call = (method: string, url: string, request?: SentRequest) => sample.call(method, url, request);
const asAlice = (body: unknown, headers?: Record<string, string>) => sample.rename(body, headers);

describe('a call of the API', () => {
  it('reaches its controller with who calls, the operation and the checked body', async () => {
    const answer = await asAlice({ obj: { linkname: 'Trip' } }, { 'idempotency-key': 'op-1' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({ sub: 'local|alice', opId: 'key:op-1', name: 'Trip' });
  });

  it('may leave out or add the final slash', async () => {
    const headers = await sample.runtime.signedIn(callerNamed('alice'));
    for (const url of ['/api/rename', '/api/rename/']) {
      expect((await call('POST', url, { body: { obj: { linkname: 'a' } }, headers })).status).toBe(200);
    }
    expect(refusalOf(await call('POST', '/API/rename', { body: {}, headers }))).toBe('404 route.not-found');
  });

  it('gets numbers out of its path and query', async () => {
    expect((await call('GET', '/api/look/7?since=3')).body).toEqual({
      sub: null,
      id: 7,
      since: 3,
      trace: null,
    });
  });

  it('can be answered with bytes made before', async () => {
    const answer = await call('GET', '/api/ready-made');
    expect([answer.headers['content-type'], answer.body]).toEqual([
      'application/json; charset=utf-8',
      { docs: [] },
    ]);
  });

  it('gets its own operation when it names none', async () => {
    const first = await asAlice({ obj: { linkname: 'a' } });
    const second = await asAlice({ obj: { linkname: 'a' } });
    expect(first.body.opId).toMatch(/^key:[\w-]{21,}$/);
    expect(first.body.opId).not.toBe(second.body.opId);
  });

  it.each(['', 'x'.repeat(121), 'a b', 'ü', 'key/1'])(
    'is refused with the Idempotency-Key %j',
    async (key) => {
      const answer = await asAlice({ obj: { linkname: 'a' } }, { 'idempotency-key': key });
      expect(refusalOf(answer)).toBe('400 input.invalid');
      expect(answer.body.error).toMatchObject({ field: 'Idempotency-Key' });
    },
  );
});

describe('a request id', () => {
  it('is kept when the caller sends one, and made otherwise', async () => {
    const idOf = async (headers?: Record<string, string>) =>
      (await call('GET', '/api/ready-made', { headers })).headers['x-request-id'];
    expect(await idOf({ 'x-request-id': 'abc-1' })).toBe('abc-1');
    for (const headers of [undefined, { 'x-request-id': 'a b<script>' }])
      expect(await idOf(headers)).toMatch(/^[\w-]{10,}$/);
  });

  it('stands in the refusal', async () => {
    const { body } = await call('GET', '/api/nothing', { headers: { 'x-request-id': 'abc-2' } });
    expect(body.error).toMatchObject({ requestId: 'abc-2' });
  });
});

describe('a trace', () => {
  let tracing: Tracing;
  beforeAll(async () => {
    tracing = await startTracing({ service: 'test' });
  });
  afterAll(() => tracing.stop());

  it('that the caller began goes on in the handler', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    for (const headers of [
      { traceparent },
      { traceparent, ...(await sample.runtime.signedIn(callerNamed('alice'))) },
    ]) {
      const { trace } = (await call('GET', '/api/look/1', { headers })).body;
      expect(trace).toMatch(new RegExp(`^00-${'a'.repeat(32)}-[0-9a-f]{16}-01$`));
      expect(trace).not.toBe(traceparent);
    }
  });

  it('is begun for a caller without one', async () => {
    const first = await call('GET', '/api/look/1');
    const second = await call('GET', '/api/look/1', { headers: { traceparent: 'nonsense' } });
    expect(first.body.trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(second.body.trace).not.toBe(first.body.trace);
  });
});

describe('who may call', () => {
  it('is asked to log in without a token', async () => {
    const answer = await call('POST', '/api/rename/', { body: { obj: { linkname: 'a' } } });
    expect(refusalOf(answer)).toBe('401 auth.required');
    expect(answer.body).not.toHaveProperty('logout');
  });

  it('is asked before the body is looked at', async () => {
    expect(refusalOf(await call('POST', '/api/rename/', { body: '{"broken' }))).toBe('401 auth.required');
  });

  it.each(['Bearer not-a-token', 'Bearer ', 'Basic YTpi', 'nonsense'])(
    'must log in again with %j',
    async (authorization) => {
      for (const [method, url] of [
        ['POST', '/api/rename/'],
        ['GET', '/api/look/1'],
      ] as const) {
        const answer = await call(method, url, { headers: { authorization } });
        expect(refusalOf(answer)).toBe('401 auth.forged');
        expect(answer.body).toMatchObject({ reset: true, logout: true });
      }
    },
  );

  it('must log in again when the token has expired', async () => {
    const token = await sample.runtime.tokenOf(callerNamed('alice'), new Date(Date.now() - 1000));
    const answer = await call('GET', '/api/look/1', { headers: { authorization: `Bearer ${token}` } });
    expect(refusalOf(answer)).toBe('401 auth.expired');
  });

  it('is known on a route for visitors', async () => {
    expect(
      (await call('GET', '/api/look/1', { headers: await sample.runtime.signedIn(callerNamed('alice')) }))
        .body.sub,
    ).toBe('local|alice');
  });

  it('does not matter on a public route', async () => {
    expect(
      (await call('GET', '/api/ready-made', { headers: { authorization: 'Bearer nonsense' } })).status,
    ).toBe(200);
  });

  it('must be a service on internal routes, marked or not', async () => {
    for (const [method, url] of [
      ['POST', '/internal/drives/d1'],
      ['GET', '/internal/unmarked'],
      ['GET', '/metrics'],
    ] as const) {
      const alice = await sample.runtime.signedIn(callerNamed('alice'));
      for (const headers of [{}, { authorization: 'Internal wrong' }, alice])
        expect(refusalOf(await call(method, url, { headers }))).toBe('403 access.denied');
    }
    expect((await call('POST', '/internal/drives/d1', { headers: sample.runtime.internal })).body).toEqual({
      id: 'd1',
    });
  });
});

describe('operations', () => {
  it('see rate, errors and duration of each route', async () => {
    await call('GET', '/api/look/12');
    const text = (
      await sample.app.inject({ method: 'GET', url: '/metrics', headers: sample.runtime.internal })
    ).payload;
    expect(text).toMatch(
      /skyshelf_http_requests_total\{service="test",method="GET",route="\/api\/look\/:id",status="200"\} \d/,
    );
    expect(text).toContain('skyshelf_http_request_duration_seconds_bucket');
  });
});
