import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { internalRoutes, routeTable, storageCalls } from '@skyshelf/contracts';
import { eventually, launchSkyshelf, processesOf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlimitedRates } from '../unlimited-rates.js';
import { breakRequest, type BrokenRequest } from './broken-requests.js';
import { descriptorsOf, listeningPorts } from './listening-ports.js';

const AT_ONCE = 12;
/** A leak of one kind at one route is found when it comes as often. */
const LEAKS = 24;

type Asked = Pick<BrokenRequest, 'method' | 'path'>;

const filledIn = (path: string): string => path.replaceAll(/:\w+/g, '1');
const published: readonly Asked[] = routeTable.map(({ method, path }) => ({ method, path: filledIn(path) }));
/** Companion's, the page's, and those that take bytes once more, signed in a way that is none. */
const others: readonly Asked[] = [
  { method: 'GET', path: '/' },
  { method: 'POST', path: '/companion/url/meta' },
  { method: 'GET', path: '/companion/dropbox/list' },
  { method: 'POST', path: '/nothing/here' },
  { method: 'PUT', path: '/api/upload/parts/x/1?expires=1&signature=x' },
];
const internal: readonly Asked[] = [
  ...Object.values(storageCalls).filter((call) => 'bytes' in call),
  internalRoutes.driveRestore,
].map(({ method, path }) => ({ method, path: filledIn(path) }));
/** The requests go to every port of the product: the balancer, a stand-in for sign-in or payments. */
const anywhere: readonly Asked[] = [
  { method: 'GET', path: '/' },
  { method: 'POST', path: '/pay' },
  { method: 'POST', path: '/token' },
  { method: 'PUT', path: '/import' },
];

describe('requests that break off or are none', () => {
  let skyshelf: LaunchedSkyshelf;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf({ env: unlimitedRates, readyWithinMs: 120_000 });
  });
  afterAll(() => skyshelf.dispose());

  /** The product's own processes, without its servers. */
  const running = () => processesOf(skyshelf.dataFolder).filter(({ command }) => /^\S*node /.test(command));
  const descriptors = () => Object.fromEntries(running().map(({ pid }) => [pid, descriptorsOf(pid).length]));

  async function requests(): Promise<BrokenRequest[]> {
    const port = Number(new URL(skyshelf.url).port);
    const user = [`Authorization: Bearer ${await skyshelf.token('broken')}`];
    const ports = [...new Set(running().flatMap(({ pid }) => listeningPorts(pid)))];
    const { internalKeys } = JSON.parse(readFileSync(join(skyshelf.dataFolder, 'secrets.json'), 'utf8')) as {
      internalKeys: [string];
    };
    const service = [`Authorization: Internal ${internalKeys[0]}`];
    return [
      ...[...published, ...others].flatMap((each) =>
        [[], user].map((headers) => ({ ...each, port, headers })),
      ),
      ...ports.flatMap((at) => anywhere.map((each) => ({ ...each, port: at, headers: [] }))),
      ...ports.flatMap((at) =>
        internal.flatMap((each) => [[], service].map((headers) => ({ ...each, port: at, headers }))),
      ),
    ];
  }

  async function breakAll(all: readonly BrokenRequest[]): Promise<string[]> {
    const left = [...all];
    const problems: string[] = [];
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) problems.push(...(await breakRequest(next)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return problems;
  }

  it('end no process, leak no descriptor, and the next one is answered', async () => {
    const all = await requests();
    const pids = running().map(({ pid }) => pid);
    // Connections to databases and between services are there after this.
    const warmUp = await breakAll(all.filter((_, index) => index % 8 === 0));
    const before = descriptors();
    expect([...warmUp, ...(await breakAll(all))]).toEqual([]);
    expect(running().map(({ pid }) => pid)).toEqual(expect.arrayContaining(pids));
    await eventually(
      () => Object.entries(descriptors()).every(([pid, count]) => count < (before[pid] ?? Infinity) + LEAKS),
      { timeoutMs: 120_000 },
    ).catch(() => expect(descriptors()).toEqual(before));
    const headers = {
      authorization: all.flatMap((each) => each.headers)[0]?.slice('Authorization: '.length) ?? '',
    };
    expect((await fetch(new URL('/api/userinfo', skyshelf.url), { headers })).status).toBe(200);
  });
});
