import { Body, Controller, Get, Module, Param, Query } from '@nestjs/common';
import { defineRoute, DomainError, routes } from '@skyshelf/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createService, CurrentUser, Internal, OperationId, Route, type BodyOf, type Caller, type CreatedService, type ParamsOf, type QueryOf } from './index.js';
import { callerNamed, testRuntime, type TestRuntime } from './testing/index.js';

const base = { service: 'catalog', rate: 'read', summary: '' } as const;
const rename = defineRoute({
  ...base, name: 'rename', method: 'POST', path: '/api/rename/', access: 'user', command: true,
  body: z.strictObject({ obj: z.strictObject({ linkname: z.string(), linktag: z.array(z.string()).optional() }) }), answer: z.unknown(),
});
const look = defineRoute({
  ...base, name: 'look', method: 'GET', path: '/api/look/:id', access: 'visitor', params: z.strictObject({ id: z.coerce.number().int() }),
  query: z.strictObject({ since: z.coerce.number().int().optional() }), answer: z.unknown(),
});
const ready = defineRoute({ ...base, name: 'ready', method: 'GET', path: '/api/ready-made', access: 'public', answer: z.unknown() });
const refuse = defineRoute({ ...base, name: 'refuse', method: 'POST', path: '/api/refuse', access: 'public', body: z.strictObject({ how: z.string() }), answer: z.unknown() });

@Controller()
class SampleController {
  @Route(rename)
  rename(@CurrentUser() caller: Caller, @OperationId() opId: string, @Body() body: BodyOf<typeof rename>) {
    return { sub: caller.sub, opId, name: body.obj.linkname };
  }

  @Route(look)
  look(@CurrentUser() caller: Caller | null, @Param() { id }: ParamsOf<typeof look>, @Query() query: QueryOf<typeof look>) {
    return { sub: caller?.sub ?? null, id, since: query.since ?? null };
  }

  @Route(ready)
  ready() {
    return Buffer.from('{"docs":[]}');
  }

  @Route(refuse)
  async refuse(@Body() { how }: BodyOf<typeof refuse>) {
    if (how === 'name') throw new DomainError('name.exists', { field: 'linkname' });
    if (how === 'folder') throw new DomainError('folder.not-found');
    if (how === 'busy') throw new DomainError('drive.busy');
    throw new TypeError('a secret of the inside');
  }

  @Internal({ method: 'POST', path: '/internal/drives/:id', params: z.strictObject({ id: z.string() }) })
  drive(@Param() { id }: { id: string }) {
    return { id };
  }

  @Get('internal/unmarked')
  unmarked() {
    return 'never without the secret';
  }

  @Route(routes.listPlans)
  plans() {
    return [];
  }
}

@Module({ controllers: [SampleController] })
class SampleModule {}

const alice = callerNamed('alice');
let runtime: TestRuntime;
let service: CreatedService;
beforeAll(async () => {
  runtime = await testRuntime();
  service = await createService({ name: 'catalog', module: () => ({ module: SampleModule }) }, runtime);
});
afterAll(() => service.stop());

interface Answer { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }
async function call(method: string, url: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Answer> {
  const payload = body === undefined ? undefined : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await service.app.inject({
    method: method as 'GET', url, payload, headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
  });
  return { status: answer.statusCode, body: JSON.parse(answer.payload) as Record<string, unknown>, headers: answer.headers };
}
const refusalOf = ({ status, body }: Answer) => [status, (body.error as { code: string }).code];
const asAlice = async (body: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/api/rename/', { body, headers: { ...(await runtime.signedIn(alice)), ...headers } });

describe('a call of the API', () => {
  it('reaches its controller with who calls, the operation and the checked body', async () => {
    const answer = await asAlice({ obj: { linkname: 'Trip' } }, { 'idempotency-key': 'op-1' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({ sub: 'local|alice', opId: 'key:op-1', name: 'Trip' });
  });

  it('may leave out or add the final slash', async () => {
    const headers = await runtime.signedIn(alice);
    for (const url of ['/api/rename', '/api/rename/']) {
      expect((await call('POST', url, { body: { obj: { linkname: 'a' } }, headers })).status).toBe(200);
    }
    expect(refusalOf(await call('POST', '/API/rename', { body: {}, headers }))).toEqual([404, 'route.not-found']);
  });

  it('gets numbers out of its path and query', async () => {
    expect((await call('GET', '/api/look/7?since=3')).body).toEqual({ sub: null, id: 7, since: 3 });
  });

  it('can be answered with bytes made before', async () => {
    const answer = await call('GET', '/api/ready-made');
    expect([answer.headers['content-type'], answer.body]).toEqual(['application/json; charset=utf-8', { docs: [] }]);
  });

  it('gets its own operation when it names none', async () => {
    const first = await asAlice({ obj: { linkname: 'a' } });
    const second = await asAlice({ obj: { linkname: 'a' } });
    expect(first.body.opId).toMatch(/^key:[\w-]{21,}$/);
    expect(first.body.opId).not.toBe(second.body.opId);
  });

  it.each(['', 'x'.repeat(121), 'a b', 'ü', 'key/1'])('is refused with the Idempotency-Key %j', async (key) => {
    const answer = await asAlice({ obj: { linkname: 'a' } }, { 'idempotency-key': key });
    expect(refusalOf(answer)).toEqual([400, 'input.invalid']);
    expect(answer.body.error).toMatchObject({ field: 'Idempotency-Key' });
  });
});

describe('a request id', () => {
  it('is kept when the caller sends one, and made otherwise', async () => {
    expect((await call('GET', '/api/ready-made', { headers: { 'x-request-id': 'abc-1' } })).headers['x-request-id']).toBe('abc-1');
    const made = (await call('GET', '/api/ready-made')).headers['x-request-id'];
    expect(made).toMatch(/^[\w-]{10,}$/);
    const odd = (await call('GET', '/api/ready-made', { headers: { 'x-request-id': 'a b<script>' } })).headers['x-request-id'];
    expect(odd).toMatch(/^[\w-]{10,}$/);
  });

  it('stands in the refusal', async () => {
    const { body } = await call('GET', '/api/nothing', { headers: { 'x-request-id': 'abc-2' } });
    expect(body.error).toMatchObject({ requestId: 'abc-2' });
  });
});

describe('who may call', () => {
  it('is asked to log in without a token', async () => {
    const answer = await call('POST', '/api/rename/', { body: { obj: { linkname: 'a' } } });
    expect(refusalOf(answer)).toEqual([401, 'auth.required']);
    expect(answer.body).not.toHaveProperty('logout');
  });

  it('is asked before the body is looked at', async () => {
    expect(refusalOf(await call('POST', '/api/rename/', { body: '{"broken' }))).toEqual([401, 'auth.required']);
  });

  it.each(['Bearer not-a-token', 'Bearer ', 'Basic YTpi', 'nonsense'])('must log in again with %j', async (authorization) => {
    for (const [method, url] of [['POST', '/api/rename/'], ['GET', '/api/look/1']] as const) {
      const answer = await call(method, url, { headers: { authorization } });
      expect(refusalOf(answer)).toEqual([401, 'auth.forged']);
      expect(answer.body).toMatchObject({ reset: true, logout: true });
    }
  });

  it('must log in again when the token has expired', async () => {
    const token = await runtime.tokenOf(alice, new Date(Date.now() - 1000));
    const answer = await call('GET', '/api/look/1', { headers: { authorization: `Bearer ${token}` } });
    expect(refusalOf(answer)).toEqual([401, 'auth.expired']);
  });

  it('is known on a route for visitors', async () => {
    expect((await call('GET', '/api/look/1', { headers: await runtime.signedIn(alice) })).body.sub).toBe('local|alice');
  });

  it('does not matter on a public route', async () => {
    expect((await call('GET', '/api/ready-made', { headers: { authorization: 'Bearer nonsense' } })).status).toBe(200);
  });

  it('must be a service on internal routes, marked or not', async () => {
    for (const [method, url] of [['POST', '/internal/drives/d1'], ['GET', '/internal/unmarked'], ['GET', '/metrics']] as const) {
      expect(refusalOf(await call(method, url))).toEqual([403, 'access.denied']);
      expect(refusalOf(await call(method, url, { headers: { authorization: 'Internal wrong' } }))).toEqual([403, 'access.denied']);
      expect(refusalOf(await call(method, url, { headers: await runtime.signedIn(alice) }))).toEqual([403, 'access.denied']);
    }
    expect((await call('POST', '/internal/drives/d1', { headers: runtime.internal })).body).toEqual({ id: 'd1' });
  });
});

describe('bad input', () => {
  const field = async (body: unknown) => {
    const answer = await asAlice(body);
    return [...refusalOf(answer), (answer.body.error as { field?: string }).field];
  };
  it('is refused with the path of the field', async () => {
    expect(await field({ obj: { linkname: 7 } })).toEqual([400, 'input.invalid', 'obj.linkname']);
    expect(await field({ obj: { linkname: 'a', linktag: ['x', 1] } })).toEqual([400, 'input.invalid', 'obj.linktag.1']);
    expect(await field({ obj: { linkname: 'a' }, extra: 1 })).toEqual([400, 'input.invalid', 'extra']);
    expect(await field([])).toEqual([400, 'input.invalid', undefined]);
    expect(await field('null')).toEqual([400, 'input.invalid', undefined]);
  });

  it('is refused when there is no body at all', async () => {
    expect(refusalOf(await call('POST', '/api/rename/', { headers: await runtime.signedIn(alice) }))).toEqual([400, 'input.invalid']);
    expect(refusalOf(await asAlice(''))).toEqual([400, 'input.invalid']);
  });

  it.each([
    ['not JSON', '{"obj":'], ['two values', '{}{}'], ['a bad escape', '{"a":"\\x"}'], ['a lone byte', Buffer.from([0x7b, 0xff, 0x7d])],
    ['broken UTF-8 in a text', Buffer.from([0x22, 0xc3, 0x28, 0x22])], ['__proto__', '{"__proto__":{"admin":true}}'],
    ['constructor', '{"obj":{"constructor":{"prototype":{}}}}'], ['an escaped __proto__', '{"\\u005f_proto__":1}'],
    ['deep nesting', '['.repeat(40) + ']'.repeat(40)], ['very deep nesting', `{"obj":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ])('is unreadable: %s', async (_, body) => {
    expect(refusalOf(await asAlice(body))).toEqual([400, 'input.unreadable']);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', 'nonsense'])(
    'is refused as %s', async (type) => {
      expect(refusalOf(await asAlice('{"obj":{"linkname":"a"}}', { 'content-type': type }))).toEqual([415, 'media-type.unsupported']);
    });

  it('is refused when the body is larger than allowed', async () => {
    expect(refusalOf(await asAlice({ obj: { linkname: 'x'.repeat(1024 * 1024) } }))).toEqual([413, 'body.too-large']);
  });

  it.each(['/api/look/%zz', '/api/look/%', `/api/look/${'1'.repeat(5000)}`, '/api/look/seven', '/api/look/1?since=x', '/api/look/1?other=1', '/api/look/1?since=1&since=2'])(
    'is refused in the address %s', async (url) => {
      expect(refusalOf(await call('GET', url))).toEqual([400, 'input.invalid']);
    });
});

describe('a refusal', () => {
  it('says what is wrong, by its code and message', async () => {
    const answer = await call('POST', '/api/refuse', { body: { how: 'name' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({ code: 'name.exists', message: 'Name already exist', field: 'linkname' });
  });

  it('carries the mark of a folder that is not there', async () => {
    expect((await call('POST', '/api/refuse', { body: { how: 'folder' } })).body).toMatchObject({ status: 404, error: { message: 'Page Not Found' } });
  });

  it('says when to try again', async () => {
    expect((await call('POST', '/api/refuse', { body: { how: 'busy' } })).headers['retry-after']).toBe('1');
  });

  it('of an unforeseen fault tells nothing of the inside', async () => {
    const answer = await call('POST', '/api/refuse', { body: { how: 'bug' } });
    expect(refusalOf(answer)).toEqual([500, 'internal']);
    expect(JSON.stringify(answer.body)).not.toContain('inside');
  });

  it('tells an unknown address from a method it does not take', async () => {
    expect(refusalOf(await call('GET', '/api/nothing'))).toEqual([404, 'route.not-found']);
    const wrong = await call('PUT', '/api/look/1?x=1');
    expect(refusalOf(wrong)).toEqual([405, 'method.not-allowed']);
    expect(wrong.headers.allow).toBe('GET, HEAD');
    expect(refusalOf(await call('POST', '/api/nothing', { body: '{"broken' }))).toEqual([404, 'route.not-found']);
  });
});

describe('operations', () => {
  it('see rate, errors and duration of each route', async () => {
    await call('GET', '/api/look/12');
    const text = (await service.inject({ method: 'GET', url: '/metrics', headers: runtime.internal })).payload;
    expect(text).toMatch(/skyshelf_http_requests_total\{service="test",method="GET",route="\/api\/look\/:id",status="200"\} \d/);
    expect(text).toContain('skyshelf_http_request_duration_seconds_bucket');
  });
});
