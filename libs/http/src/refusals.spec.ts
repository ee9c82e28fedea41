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

describe('bad input', () => {
  const field = async (body: unknown) => {
    const answer = await asAlice(body);
    return `${refusalOf(answer)} ${(answer.body.error as { field?: string }).field}`;
  };
  it('is refused with the path of the field', async () => {
    expect(await field({ obj: { linkname: 7 } })).toBe('400 input.invalid obj.linkname');
    expect(await field({ obj: { linkname: 'a', linktag: ['x', 1] } })).toBe(
      '400 input.invalid obj.linktag.1',
    );
    expect(await field({ obj: { linkname: 'a' }, extra: 1 })).toBe('400 input.invalid extra');
    expect(await field([])).toBe('400 input.invalid undefined');
    expect(await field('null')).toBe('400 input.invalid undefined');
  });

  it('is refused when there is no body at all', async () => {
    expect(
      refusalOf(
        await call('POST', '/api/rename/', { headers: await sample.runtime.signedIn(callerNamed('alice')) }),
      ),
    ).toBe('400 input.invalid');
    expect(refusalOf(await asAlice(''))).toBe('400 input.invalid');
  });

  it.each([
    ['not JSON', '{"obj":'],
    ['two values', '{}{}'],
    ['a bad escape', '{"a":"\\x"}'],
    ['a lone byte', Buffer.from([0x7b, 0xff, 0x7d])],
    ['broken UTF-8 in a text', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['__proto__', '{"__proto__":{"admin":true}}'],
    ['constructor', '{"obj":{"constructor":{"prototype":{}}}}'],
    ['an escaped __proto__', '{"\\u005f_proto__":1}'],
    ['half a surrogate pair', '{"obj":{"linkname":"a\\ud800"}}'],
    ['half a surrogate pair in a name', '{"\\udc00":1}'],
    ['deep nesting', '['.repeat(40) + ']'.repeat(40)],
    ['very deep nesting', `{"obj":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
  ])('is unreadable: %s', async (_, body) => {
    expect(refusalOf(await asAlice(body))).toBe('400 input.unreadable');
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ])('is refused as %s', async (type) => {
    expect(refusalOf(await asAlice('{"obj":{"linkname":"a"}}', { 'content-type': type }))).toBe(
      '415 media-type.unsupported',
    );
  });

  it('is refused when the body is larger than allowed, 16 KB where the call says nothing else', async () => {
    expect((await asAlice({ obj: { linkname: 'x'.repeat(16_000) } })).status).toBe(200);
    expect(refusalOf(await asAlice({ obj: { linkname: 'x'.repeat(16_400) } }))).toBe('413 body.too-large');
    expect(refusalOf(await asAlice({ obj: { linkname: 'x'.repeat(1024 * 1024) } }))).toBe(
      '413 body.too-large',
    );
  });

  it.each([
    '/api/look/%zz',
    '/api/look/%',
    `/api/look/${'1'.repeat(5000)}`,
    '/api/look/seven',
    '/api/look/1?since=x',
    '/api/look/1?other=1',
    '/api/look/1?since=1&since=2',
  ])('is refused in the address %s', async (url) => {
    expect(refusalOf(await call('GET', url))).toBe('400 input.invalid');
  });
});

describe('a refusal', () => {
  it('says what is wrong, by its code and message', async () => {
    const answer = await call('POST', '/api/refuse', { body: { how: 'name' } });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'name.exists',
      message: 'Name already exist',
      field: 'linkname',
    });
  });

  it('carries the mark of a folder that is not there', async () => {
    expect((await call('POST', '/api/refuse', { body: { how: 'folder' } })).body).toMatchObject({
      status: 404,
      error: { message: 'Page Not Found' },
    });
  });

  it('says when to try again', async () => {
    expect((await call('POST', '/api/refuse', { body: { how: 'busy' } })).headers['retry-after']).toBe('1');
  });

  it('of an unforeseen fault tells nothing of the inside', async () => {
    const answer = await call('POST', '/api/refuse', { body: { how: 'bug' } });
    expect(refusalOf(answer)).toBe('500 internal');
    expect(JSON.stringify(answer.body)).not.toContain('inside');
  });

  it('tells an unknown address from a method it does not take', async () => {
    expect(refusalOf(await call('GET', '/api/nothing'))).toBe('404 route.not-found');
    const wrong = await call('PUT', '/api/look/1?x=1');
    expect(refusalOf(wrong)).toBe('405 method.not-allowed');
    expect(wrong.headers.allow).toBe('GET, HEAD');
    for (const method of ['PATCH', 'OPTIONS', 'PROPFIND']) {
      expect((await call(method, '/api/look/1')).status).toBe(405);
      expect((await call(method, '/api/nothing')).status).toBe(404);
    }
    expect(refusalOf(await call('POST', '/api/nothing', { body: '{"broken' }))).toBe('404 route.not-found');
  });
});
