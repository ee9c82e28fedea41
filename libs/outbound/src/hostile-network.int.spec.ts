import { lookup } from 'node:dns';
import { request } from 'node:http';
import type { LookupFunction } from 'node:net';
import {
  answerWith,
  hostileCases,
  isInOwnNetwork,
  lacksOwnNetwork,
  publicAddresses,
  redirectTo,
  runInOwnNetwork,
  startHostileNetwork,
  type HostileCase,
  type HostileNetwork,
} from '@skyshelf/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardedGet } from './guarded-stream.js';
import { startVettingProxy } from './vetting-proxy.js';

it.skipIf(isInOwnNetwork || lacksOwnNetwork())(
  'in a network of its own',
  () => runInOwnNetwork(import.meta.filename),
  300_000,
);

describe.runIf(isInOwnNetwork)('on behalf of a user', { timeout: 200_000 }, () => {
  let network: HostileNetwork;
  let cases: HostileCase[];
  beforeAll(async () => {
    network = await startHostileNetwork();
    cases = hostileCases(network, 'https');
  });
  afterAll(() => network.close());
  afterEach(() => {
    network.reached.length = 0;
    vi.doUnmock('./outbound-rules.js');
    vi.doUnmock('./public-address.js');
    vi.resetModules();
  });
  const limits = { timeoutMs: 10_000, maxBytes: 1000, trusted: new Set<string>() };
  const tryAll = async (get: typeof guardedGet) => {
    for (const { host } of cases) await get(`https://${host}/`, limits).catch(() => {});
  };
  /** The guard as it would be with one of its files replaced. */
  const brokenGuard = async () => (await import('./guarded-stream.js')).guardedGet;

  it('the guard reaches nothing private', async () => {
    expect(cases.length).toBeGreaterThanOrEqual(150);
    const gone: string[] = [];
    for (const { host, name } of cases)
      await guardedGet(`https://${host}/`, limits).then(
        () => gone.push(name),
        () => {},
      );
    expect(network.reached).toEqual([]);
    expect(gone).toEqual([]);
  });

  it.each([
    ['page', 'one address', [[publicAddresses[0]]]],
    ['several', 'several addresses', [[...publicAddresses]]],
    ['six', 'an address of IPv6 alone', [[publicAddresses[2]]]],
    ['moving', 'other public addresses each time', [[publicAddresses[0]], [publicAddresses[1]]]],
  ])('the guard reaches a public server with %s: %s', async (name, _, answers) => {
    const host = `${name}.site.example`;
    network.site(host, answerWith('public'), answers);
    expect((await guardedGet(`https://${host}/`, limits)).body.toString()).toBe('public');
  });

  it('the guard reaches a public server at the end of redirects', async () => {
    network.site('old.site.example', redirectTo('https://page.site.example/', 301));
    expect((await guardedGet('https://old.site.example/', limits)).status).toBe(200);
  });

  it('finds a guard that checks no redirect', async () => {
    const first = new Set(cases.map(({ host }) => host));
    vi.doMock('./outbound-rules.js', async (original) => {
      const real = await original<typeof import('./outbound-rules.js')>();
      const requirePublic: typeof real.requirePublic = (url, rules) =>
        first.has(url.host) ? real.requirePublic(url, rules) : undefined;
      return { ...real, requirePublic };
    });
    await tryAll(await brokenGuard());
    expect(network.reached).toContain('tcp 127.0.0.1:443');
  });

  it('finds a guard that resolves a name once more after it has checked it', async () => {
    vi.doMock('./public-address.js', async (original) => {
      const real = await original<typeof import('./public-address.js')>();
      const twice: LookupFunction = (name, options, callback) =>
        real.publicLookup()(name, options, (error, ...found) =>
          error ? callback(error, ...found) : lookup(name, options, callback as never),
        );
      return { ...real, publicLookup: () => twice };
    });
    // Other names than before: those have changed their answers by now.
    cases = hostileCases(network, 'https');
    await tryAll(await brokenGuard());
    expect(network.reached).toContain('tcp 10.0.0.1:443');
  });

  it('the proxy reaches nothing private, by either way', async () => {
    const proxy = await startVettingProxy({ ...limits, maxConnections: 1000, idleMs: 5000 });
    const { hostname, port } = new URL(proxy.url);
    const ask = (method: string, path: string) =>
      new Promise<number>((resolve) => {
        const call = request({ hostname, port, path, method, agent: false });
        const end = (status: number) => {
          call.destroy();
          resolve(status);
        };
        call.on('connect', ({ statusCode = 0 }) => end(statusCode));
        call.on('response', ({ statusCode = 0 }) => end(statusCode));
        call.on('error', () => end(0)).end();
      });
    const asked = hostileCases(network, 'http').filter(({ host }) => !/\s|[^\x21-\x7e]/.test(host));
    for (const { host } of asked) {
      await ask('GET', `http://${host}/`);
      for (const at of [80, 443, 8080]) await ask('CONNECT', /:\d+$/.test(host) ? host : `${host}:${at}`);
    }
    expect(network.reached).toEqual([]);
    network.site('plain.site.example', answerWith('public'));
    expect(await ask('GET', 'http://plain.site.example/')).toBe(200);
    expect(await ask('CONNECT', 'plain.site.example:443')).toBe(200);
    await proxy.close();
  });
});
