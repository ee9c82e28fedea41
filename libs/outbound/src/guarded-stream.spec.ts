import { startStandIn, type StandIn } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedGet, type GuardLimits } from './guarded-stream.js';
import { NotPublic } from './public-address.js';

let inside: StandIn;
let trusted: StandIn;
beforeAll(async () => void ([inside, trusted] = await Promise.all([startStandIn(), startStandIn()])));
afterAll(() => Promise.all([inside.stop(), trusted.stop()]));
beforeEach(() => {
  for (const server of [inside, trusted]) {
    server.asked.length = 0;
    server.says(200, { ok: true });
  }
});

const get = (address: string, limits: Partial<GuardLimits> = {}) =>
  guardedGet(address, { timeoutMs: 20_000, maxBytes: 1000, trusted: new Set([trusted.host]), ...limits });
const redirectTo = (location: string) =>
  trusted.answer((_, response) => response.writeHead(302, { location }).end());
const port = () => inside.host.split(':')[1] ?? '';

describe('the guard', () => {
  it('lets through what is trusted', async () => {
    expect(await get(`${trusted.url}/x`)).toEqual({ status: 200, body: Buffer.from('{"ok":true}') });
    trusted.says(503, {});
    expect((await get(trusted.url)).status).toBe(503);
  });

  it.each([
    ['an address of this machine', () => inside.url],
    ['the same by TLS', () => `https://127.0.0.1:${port()}/`],
    ['an address of a private network', () => 'https://10.0.0.1/'],
    ['where clouds keep their keys', () => 'https://169.254.169.254/latest/meta-data/'],
    ['IPv6 of this machine', () => 'https://[::1]/'],
    ['IPv4 inside IPv6', () => 'https://[::ffff:127.0.0.1]/'],
    ['a number for an address', () => 'https://2130706433/'],
    ['a name that leads here', () => 'https://localhost/'],
    ['a port', () => 'https://example.com:8443/'],
    ['a user', () => 'https://a:b@example.com/'],
    ['no TLS', () => 'http://example.com/'],
    ['another protocol', () => 'ftp://example.com/'],
    ['a file', () => 'file:///etc/passwd'],
  ])('refuses %s, at first and as the target of a redirect', async (_, address) => {
    await expect(get(address())).rejects.toBeInstanceOf(NotPublic);
    redirectTo(address());
    await expect(get(trusted.url)).rejects.toBeInstanceOf(NotPublic);
    expect(inside.asked).toEqual([]);
  });

  it('follows a few redirects, and no circle', async () => {
    trusted.answer((request, response) =>
      request.url === '/end' ? response.end('there') : response.writeHead(301, { location: '/end' }).end(),
    );
    expect((await get(`${trusted.url}/begin`)).body.toString()).toBe('there');
    redirectTo('/again');
    await expect(get(trusted.url)).rejects.toThrow(/redirects/);
    expect(trusted.asked.filter((path) => path === '/again')).toHaveLength(3);
  });

  it('reads no more than is allowed, however it is sent', async () => {
    trusted.answer((_, response) => {
      const more = () => void (response.destroyed || !response.write('x'.repeat(500)) || setImmediate(more));
      more();
    });
    await expect(get(trusted.url)).rejects.toThrow(/more than 1000 bytes/);
  });

  it('waits no longer than is allowed: for an answer, in its midst, over all hops', async () => {
    const limits = { timeoutMs: 300 };
    trusted.answer(() => undefined);
    await expect(get(trusted.url, limits)).rejects.toThrow(/abort|time/i);
    trusted.answer((_, response) => void response.write('{'));
    await expect(get(trusted.url, limits)).rejects.toThrow(/abort|time/i);
  });
});
