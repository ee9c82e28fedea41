import type { ElementView, routes } from '@skyshelf/contracts';
import type { AnswerOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { driveFor } from '../testing/drive-for.js';
import { aFolder, aLink, manyFiles } from '../testing/facts.js';
import { runCatalog, type RunningCatalog, type TestAccount } from '../testing/running-catalog.js';

type Page = AnswerOf<typeof routes.listFolder>;
type Counts = Record<string, number>;

describe('how often an element was opened', () => {
  let database: TestDatabase;
  let [one, other]: RunningCatalog[] = [];
  const callers = new Map<string, Caller>();
  let alice: TestAccount;
  let keys = 0;
  beforeAll(async () => {
    database = await testDatabase('catalog_opened');
    one = await runCatalog(database, { callers });
    other = await runCatalog(database, { callers });
  });
  afterAll(async () => {
    await one?.stop();
    await other?.stop();
    await database.drop();
  });
  beforeEach(async () => {
    alice = running(one).account();
    await driveFor(running(one), alice).given(
      aFolder('a'),
      aLink('film'),
      aLink('song'),
      aLink('inner', 'a'),
    );
  });

  const running = (catalog: RunningCatalog | undefined): RunningCatalog => {
    if (!catalog) throw new Error('not started');
    return catalog;
  };

  async function ask(
    catalog: RunningCatalog | undefined,
    url: string,
    body?: unknown,
    more: Counts | object = {},
  ) {
    const { statusCode, payload, headers } = await running(catalog).service.app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: {
        ...alice.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    return { status: statusCode, payload, tag: String(headers.etag) };
  }

  async function open(id: string, { by = one, key = `opening-${(keys += 1)}` } = {}): Promise<number> {
    const { payload } = await ask(by, '/api/open', { _id: id }, { 'idempotency-key': key });
    return (JSON.parse(payload) as { counter: number }).counter;
  }

  const countsIn = (payload: string): Counts => {
    const found = JSON.parse(payload) as { docs?: ElementView[]; elements?: ElementView[] };
    const views = found.docs ?? found.elements ?? [];
    return Object.fromEntries(views.map(({ _id, counter }) => [_id, counter]));
  };
  const listed = async (catalog = one) =>
    countsIn((await ask(catalog, '/api/', { url: '/', defaultLinks: false })).payload);

  it('stands in listings, pages, what is found, recent elements and changes', async () => {
    await open('film');
    await open('film', { by: other });
    await open('inner');
    for (const catalog of [one, other]) {
      expect(await listed(catalog)).toEqual({ a: 0, film: 2, song: 0 });
      const found = [
        await ask(catalog, '/api/', { url: '/', limit: 10, defaultLinks: false }),
        await ask(catalog, '/api/search/', { text: 'film' }),
        await ask(catalog, '/api/search/', { text: 'film', url: '/' }),
        await ask(catalog, '/api/recent?limit=10'),
        await ask(catalog, '/api/changes?since=1'),
      ];
      for (const { payload } of found) expect(countsIn(payload)).toMatchObject({ film: 2 });
      expect(countsIn(found[4]?.payload ?? '')).toEqual({ film: 2, song: 0, inner: 1 });
    }
  });

  it('stands in the answers to renaming and moving, and starts at 0 in a copy', async () => {
    await open('film');
    const edit = await ask(one, '/api/edit/', { url: '/', id: 'film', obj: { linkname: 'Film' } });
    expect(edit.payload).toContain('"counter":1');
    const paste = async (action: string) =>
      (await ask(other, '/api/paste/', { url: '/a/', arr: ['film'], action })).payload;
    expect(await paste('copy')).toContain('"counter":0');
    await ask(one, '/api/edit/', { url: '/', id: 'film', obj: { linkname: 'Moved' } });
    expect(await paste('cut')).toContain('"counter":1');
  });

  it('is seen by a client that has the listing already, whichever replica was told and whichever is asked', async () => {
    const first = await ask(one, '/api/', { url: '/', defaultLinks: false });
    const again = (known: string, catalog = one) =>
      ask(catalog, '/api/', { url: '/', defaultLinks: false }, { 'if-none-match': known });
    expect((await again(first.tag, other)).status).toBe(304);
    await open('film', { by: other });
    for (const catalog of [one, other]) {
      const changed = await again(first.tag, catalog);
      expect([changed.status, countsIn(changed.payload)]).toEqual([200, { a: 0, film: 1, song: 0 }]);
      expect((await again(changed.tag)).status).toBe(304);
      expect((await again(changed.tag, other)).status).toBe(304);
    }
  });

  it('grows once for each key, however often and wherever it is repeated', async () => {
    const all = Array.from({ length: 20 }, (_, n) => open('film', { by: n % 2 ? one : other, key: 'same' }));
    expect(new Set(await Promise.all(all))).toEqual(new Set([1]));
    expect(await open('film')).toBe(2);
    expect(await open('film', { key: 'same' })).toBe(2);
    expect(await open('song', { key: 'same' })).toBe(1);
    expect(await listed()).toEqual({ a: 0, film: 2, song: 1 });
  });

  it('costs no element to be read again, and leaves the drive as it was', async () => {
    const { version } = JSON.parse(
      (await ask(one, '/api/', { url: '/', defaultLinks: false })).payload,
    ) as Page;
    await database.db.command({ profile: 2 });
    for (let n = 1; n <= 5; n += 1) {
      await open('film', { by: other });
      const { payload } = await ask(one, '/api/', { url: '/', defaultLinks: false });
      expect([countsIn(payload).film, (JSON.parse(payload) as Page).version]).toEqual([n, version]);
    }
    await database.db.command({ profile: 0 });
    const profile = database.db.collection('system.profile');
    const finds = await profile.countDocuments({ ns: /\.elements$/u, op: 'query' });
    expect(finds).toBe(0);
    await profile.drop();
  });

  it('is right after more openings than anybody remembers one by one', async () => {
    await ask(one, '/api/', { url: '/', defaultLinks: false });
    for (let n = 0; n < 100; n += 1) await open(n % 3 === 0 ? 'song' : 'film', { by: other });
    expect(await listed()).toEqual({ a: 0, film: 66, song: 34 });
  });

  it('is right in folders of thousands, whole and page by page', async () => {
    await driveFor(running(one), alice).given(...manyFiles('a', 2500));
    const url = '/a/';
    const ids = ((JSON.parse((await ask(one, '/api/', { url })).payload) as Page).docs ?? []).map(
      ({ _id }) => _id,
    );
    const first = ids.at(0) ?? '';
    const middle = ids.at(1234) ?? '';
    const last = ids.at(-1) ?? '';
    for (const id of [first, middle, middle, last]) await open(id);
    const whole = countsIn((await ask(one, '/api/', { url })).payload);
    expect([whole[first], whole[middle], whole[last], Object.keys(whole).length]).toEqual([1, 2, 1, 2501]);
    expect(Object.values(whole).reduce((sum, each) => sum + each, 0)).toBe(4);
    expect(countsIn((await ask(other, '/api/', { url })).payload)).toEqual(whole);
    let pages: Counts = {};
    for (let after: string | null | undefined; after !== null;) {
      const body = { url, limit: 700, ...(after && { after }) };
      const { payload } = await ask(one, '/api/', body);
      pages = { ...pages, ...countsIn(payload) };
      after = (JSON.parse(payload) as Page).next ?? null;
    }
    expect(pages).toEqual(whole);
  });

  it('reaches everybody who asks again with what he has, while many open and others change the drive', async () => {
    let working = true;
    const known = { tag: '', counts: {} as Counts };
    const look = async (catalog: RunningCatalog | undefined) => {
      const unlessKnown = { 'if-none-match': known.tag };
      const { status, tag, payload } = await ask(
        catalog,
        '/api/',
        { url: '/', defaultLinks: false },
        unlessKnown,
      );
      if (status === 304) return;
      known.tag = tag;
      known.counts = countsIn(payload);
    };
    const client = (async () => {
      for (let n = 0; working; n += 1) await look(n % 2 ? one : other);
    })();
    const openers = [one, other, one, other].map(async (by, person) => {
      for (let n = 0; n < 25; n += 1) await open(person % 2 ? 'film' : 'song', { by });
    });
    const writer = (async () => {
      const obj = { linktype: 'folder' };
      for (let n = 0; n < 10; n += 1)
        await ask(other, '/api/add/', { url: '/a/', obj: { ...obj, linkname: `f${n}` } });
    })();
    await Promise.all([...openers, writer]);
    working = false;
    await client;
    await look(one);
    expect(known.counts).toEqual({ a: 0, film: 50, song: 50 });
    await look(other);
    expect(known.counts).toEqual({ a: 0, film: 50, song: 50 });
  });
});
