import { readFileSync } from 'node:fs';
import { routeTable, serviceNames } from '@skyshelf/contracts';
import { keyNames, parseKeys } from '@skyshelf/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RunningShelf } from '../testing/running-shelf.js';

interface Served {
  method: string;
  path: string;
}

describe.each(serviceNames)('the internal routes of %s', (name) => {
  let served: Served[];
  let outside: string;
  beforeAll(async () => {
    const service = shelf.services[name];
    const { payload } = await service.inject({ method: 'GET', url: '/internal/routes', headers });
    served = (JSON.parse(payload) as { routes: Served[] }).routes;
    outside = name === 'gateway' ? shelf.url : await service.listen({ host: '127.0.0.1', port: 0 });
  });

  it('are not found at a public port, by their own method or another, even with the key', async () => {
    const internal = served.filter(isInternal);
    expect(internal.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/metrics', '/internal/routes', '/internal/drives/:drive/forget']),
    );
    for (const { path } of internal)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
        const answer = await fetch(outside + path.replaceAll(/:\w+/g, 'x'), { method, headers });
        expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 404, null]);
      }
  });

  it.runIf(name !== 'gateway')('are all but its health and those of the contracts', () => {
    const own = routeTable.filter(({ service }) => service === name);
    const known = new Set(own.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`));
    const others = served.filter(
      (route) => route.method !== 'HEAD' && !isInternal(route) && !route.path.startsWith('/health'),
    );
    expect(others.filter(({ method, path }) => !known.has(`${method} ${path}`))).toEqual([]);
  });
});

const isInternal = ({ path }: Served): boolean => path.startsWith('/internal/') || path === '/metrics';

let shelf: RunningShelf;
let headers: Record<string, string>;
beforeAll(async () => {
  shelf = await RunningShelf.start();
  const { SKYSHELF_KEYS_FILE = '' } = await shelf.network();
  const { internalKeys } = parseKeys(readFileSync(SKYSHELF_KEYS_FILE, 'utf8'), keyNames);
  headers = { authorization: `Internal ${internalKeys[0]}` };
});
afterAll(() => shelf.stop());
