import { routes, routeTable, VISIT_PREFIX, type RouteContract } from '@skyshelf/contracts';
import { readFile, sha256Of, type RunningSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { intrusions } from './intrusions.js';
import { settle, type Person } from './people.js';

/** Routes besides the contracts that show nothing of anyone. */
const harmless = [
  /^\/health(\/(live|ready|started))?$/,
  /^\/auth\/:provider(\/callback)?$/,
  /^\/api\/(openapi\.json|docs\/?)$/,
  /^\/(favicon\.svg|manifest\.webmanifest|sw\.js|icons\/.*)$/,
  // Files that come from elsewhere, to who is signed in there: e2e/src/sources.
  /^\/companion\/\*$/,
  // A page that is the same for all.
  /^\/s\/:token$/,
  /^\/(\*|assets\/.*)?$/,
];

/** The same code decides access in both modes; a sixth of the routes shows that its processes ask it, too. */
const isWhole = enoughIn('standalone', 'a sixth of the routes in a cluster');
const attempted = isWhole ? routeTable : sampleOf(routeTable, 6);

describe(`what is one person’s stays one person’s (${isWhole ? 'all' : sampleSeed})`, () => {
  let skyshelf: RunningSkyshelf;
  let victim: Person;
  let intruder: Person;

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    [victim, intruder] = await Promise.all([settle(skyshelf, 'victoria'), settle(skyshelf, 'ivan')]);
  });
  afterAll(async () => {
    victim.client.close();
    intruder.client.close();
  });

  const running = () => skyshelf.ops<{ method: string; path: string }[]>('GET', '/operations/routes');
  const contractOf = (method: string, path: string): RouteContract | undefined =>
    routeTable.find(
      (route) => route.method === method && route.path.replace(/\/$/, '') === path.replace(/\/$/, ''),
    );

  /** The victim's data as the victim sees it: tree, bytes, settings aside. */
  async function possessions(): Promise<unknown> {
    const listings = [];
    for (const url of ['/', `/${victim.folder.linkname}/`]) {
      const { docs } = await victim.client.call(routes.listFolder, { body: { url, defaultLinks: false } });
      const lasting = docs.filter(({ linkname }) => linkname !== 'a bell');
      listings.push(lasting.toSorted((a, b) => a._id.localeCompare(b._id)));
    }
    const sha256 = sha256Of(await readFile(victim.client, victim.file.linkurl));
    return { listings, sha256 };
  }

  it('has a case for every route of the running router', async () => {
    const routesNow = await running();
    expect(routesNow.length).toBeGreaterThanOrEqual(routeTable.length);
    const without = routesNow.filter(({ method, path }) => {
      if (method === 'HEAD' || method === 'OPTIONS') return false;
      // Below a link the same calls are made with its token: scopes.e2e.ts.
      const contract = contractOf(method, path) ?? contractOf(method, path.replace(VISIT_PREFIX, ''));
      if (path.startsWith('/internal/') || path === '/metrics') return false;
      return contract ? !(contract.name in intrusions) : !harmless.some((pattern) => pattern.test(path));
    });
    expect(without).toEqual([]);
  });

  for (const route of attempted) {
    it(`${route.method} ${route.path} gives and does nothing with another’s things`, async () => {
      const before = await possessions();
      const attempt = intrusions[route.name];
      if (!attempt) throw new Error(`No case for ${route.name}: add one to intrusions.ts`);
      await attempt({ skyshelf, victim, intruder });
      expect(await possessions()).toEqual(before);
    });
  }
});
