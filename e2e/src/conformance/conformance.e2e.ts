import { routes, routeTable } from '@skyshelf/contracts';
import { apiClient, eventually, productMode, type RunningSkyshelf } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { driveOf } from '../setup/drive-of.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { furtherCases, routeCases } from './all-cases.js';
import { needsTrouble, provocable } from './listed-refusals.js';
import { walk } from './walk-steps.js';

const everyCase = [...Object.entries(routeCases), ...Object.entries(furtherCases)];
/**
 * The same code decides the answers in both modes; a sixth of the calls shows that they pass through several processes.
 */
const isWhole = enoughIn('standalone', 'a sixth of the calls in a cluster');
const cases = isWhole ? everyCase : sampleOf(everyCase, 6);

/** The calls are those of section 7 of the surroundings. */
const surroundingCalls = {
  convertDocument: 'POST /api/libreoffice/',
  fileExists: 'POST /api/exist/',
  sendMail: 'POST /api/sendmail/',
  insertUpdate: 'POST /api/news/insert',
  listUpdates: 'POST /api/news/updates',
  listPlans: 'POST /api/account/plans',
  listCancelled: 'POST /api/account/cancelled',
  showAccountData: 'POST /api/account/data',
  deleteCancelled: 'POST /api/account/delete',
  readWeather: 'POST /api/weather/',
  listNews: 'POST /api/news/',
  setReadCookie: 'POST /api/token/',
  readSettings: 'GET /api/account/options/',
  changeSettings: 'POST /api/account/options/',
  download: 'GET /api/download',
  logOut: 'POST /api/logout/',
} satisfies Partial<Record<keyof typeof routes, string>>;

describe(`the API answers as it is documented (${isWhole ? 'all' : sampleSeed})`, () => {
  let skyshelf: RunningSkyshelf;
  let people = 0;
  /** Refusals that were met, as `call code`. */
  const met = new Set<string>();
  /** Calls that have answered as their cases say. */
  const answered = new Set<string>();
  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    // Companion is no part of being ready, and in a cluster it comes up a moment later.
    const visitor = apiClient(skyshelf.url, null);
    await eventually(async () => (await visitor.call(routes.readInstallation)).configuredSources.length > 0, {
      timeoutMs: 60_000,
    });
    visitor.close();
  });

  it('at every route of the table', () => {
    const names = Object.keys(routeCases).toSorted();
    expect(names).toEqual(routeTable.map(({ name }) => name).toSorted());
    for (const [name, steps] of Object.entries(routeCases))
      expect(steps.map(({ call }) => call)).toContain(name);
  });

  it.each(cases)('%s', async (call, steps) => {
    const name = `conformance-${(people += 1)}`;
    const adminToken = await skyshelf.token('admin');
    const token = await skyshelf.token(name);
    const user = { token, sub: `local|${name}`, drive: driveOf(token), adminToken };
    for (const refusal of await walk(skyshelf.url, user, steps)) met.add(refusal);
    answered.add(call);
  });

  it.runIf(isWhole)(
    'at each call of the surroundings, by its method and path [S7.1 S7.2 S7.3 S7.4 S7.5 S7.6 S7.7 S7.8 S7.9 S7.10 S7.11 S7.13 S7.14]',
    () => {
      const isThere = ([name, address]: [string, string]): boolean =>
        answered.has(name) &&
        routeTable.some((route) => route.name === name && `${route.method} ${route.path}` === address);
      expect(Object.entries(surroundingCalls).filter((call) => !isThere(call))).toEqual([]);
    },
  );

  it.runIf(isWhole)('with every refusal that its contracts list', () => {
    expect(provocable(productMode()).filter((refusal) => !met.has(refusal))).toEqual([]);
    expect([...met].filter(needsTrouble), 'can be met without trouble').toEqual([]);
  });

  it('and describes itself, for machines and for people', async () => {
    const description = await fetch(new URL('/api/openapi.json', skyshelf.url));
    const { paths } = (await description.json()) as { paths: Record<string, object> };
    const page = await (await fetch(new URL('/api/docs', skyshelf.url))).text();
    expect(Object.keys(paths).filter((path) => !page.includes(path))).toEqual([]);
  });
});
