import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ElementView } from '@skyshelf/contracts/browser';
import { element } from '../../../testing/element.js';
import { fetchListing, listingsApi, loadRest } from './listings-api.js';
import type { Listing } from './listing.js';
import { store } from '../store/store.js';

const TAG = 'W/"5-0-abc"';
const some = Array.from({ length: 3 }, (_, index) => element({ _id: `s${index}` }));
const many = Array.from({ length: 1500 }, (_, index) => element({ _id: `m${index}` }));
const held = (docs: ElementView[], more: Partial<Listing> = {}): Listing => ({
  docs,
  folderId: 'root',
  version: 5,
  next: null,
  tag: TAG,
  ...more,
});

const asked: { path: string; known: string | null }[] = [];
let answers: Record<string, () => Response> = {};
const answer = (body: unknown, tag = 'W/"6-0-abc"') => Response.json(body, { headers: { etag: tag } });
const { signal } = new AbortController();

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    asked.push({ path, known: headers.get('if-none-match') });
    return answers[path.split('?')[0] ?? '']?.() ?? Response.error();
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('keeps what is held while the server has nothing else, by the version that changes have brought it to', async () => {
  answers = { '/api/': () => new Response(null, { status: 304 }) };
  const before = held(some, { version: 9 });
  expect(await fetchListing('/', before, signal)).toBe(before);
  expect(asked).toEqual([{ path: '/api/', known: 'W/"9-0-abc"' }]);
});

it('takes another listing, and keeps the elements that are the same', async () => {
  const docs = [{ ...some[0] }, { ...some[1], linkname: 'Other' }];
  answers = { '/api/': () => answer({ docs, folderId: 'root', version: 6, next: null }) };
  const next = await fetchListing('/', held(some), signal);
  expect(next).toMatchObject({ version: 6, tag: 'W/"6-0-abc"' });
  expect(next.docs).toHaveLength(2);
  expect(next.docs[0]).toBe(some[0]);
  expect(next.docs[1]?.linkname).toBe('Other');
});

it('asks for the whole again once what is held counts for nothing', async () => {
  answers = { '/api/': () => answer({ docs: some, folderId: 'root', version: 6, next: null }) };
  await fetchListing('/', held(some, { version: -1 }), signal);
  expect(asked[0]?.known).toBeNull();
});

it('brings a large folder up to date by what changed in it', async () => {
  answers = {
    '/api/': () => answer({ docs: many.slice(0, 1000), folderId: 'root', version: 6, next: 'more' }),
    '/api/changes': () =>
      answer({ version: 6, resync: false, elements: [element({ _id: 'new' })], removed: ['m3'] }),
  };
  const next = await fetchListing('/', held(many), signal);
  expect(asked.map(({ path }) => path)).toEqual(['/api/', '/api/changes?since=5']);
  expect(next).toMatchObject({ version: 6, next: null });
  expect(next.docs).toHaveLength(1500);
  expect(next.docs.map(({ _id }) => _id)).toContain('new');
});

it('begins a large folder again when the server cannot say what changed', async () => {
  answers = {
    '/api/': () => answer({ docs: many.slice(0, 1000), folderId: 'root', version: 6, next: 'more' }),
    '/api/changes': () => answer({ version: 6, resync: true, elements: [], removed: [] }),
  };
  const next = await fetchListing('/', held(many), signal);
  expect(next).toMatchObject({ version: 6, next: 'more' });
  expect(next.docs).toHaveLength(1000);
});

describe('load rest', () => {
  const PAGE = 100;
  const COUNT = 1050;
  const elements = Array.from({ length: COUNT }, (_, index) => element({ _id: `e${index}` }));
  const pageAt = (from: number, version = 3): Listing => ({
    docs: elements.slice(from, from + PAGE),
    folderId: 'root',
    version,
    next: from + PAGE < COUNT ? String(from + PAGE) : null,
  });
  const held = (): Listing | undefined => listingsApi.endpoints.listFolder.select('/')(store.getState()).data;
  const hold = (listing: Listing) =>
    store.dispatch(listingsApi.util.upsertQueryData('listFolder', '/', listing));

  const asked: string[] = [];
  let failures = 0;
  let onPage: (after: string) => unknown = () => undefined;

  beforeEach(() => {
    asked.length = 0;
    failures = 0;
    onPage = () => undefined;
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const { after } = JSON.parse(body) as { after: string };
      asked.push(after);
      await onPage(after);
      if (failures-- > 0) return Response.json(null, { status: 400 });
      return Response.json(pageAt(Number(after)));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    store.dispatch(listingsApi.util.resetApiState());
  });

  it('loads a large folder to its end, and draws it a few times only', async () => {
    await hold(pageAt(0));
    const drawn = new Set<number>();
    const stop = store.subscribe(() => drawn.add(held()?.docs.length ?? 0));
    await store.dispatch(loadRest('/', new AbortController().signal));
    stop();
    expect(held()).toMatchObject({ next: null, version: 3 });
    expect(held()?.docs.map(({ _id }) => _id)).toEqual(elements.map(({ _id }) => _id));
    expect(drawn.size).toBeLessThanOrEqual(5);
  });

  it('goes on after a failure, and where it was left', async () => {
    await hold(pageAt(0));
    const leaving = new AbortController();
    onPage = (after) => after === '300' && leaving.abort();
    await store.dispatch(loadRest('/', leaving.signal));
    expect(held()).toMatchObject({ next: '200' });
    onPage = () => undefined;
    failures = 1;
    await store.dispatch(loadRest('/', new AbortController().signal));
    expect(held()?.docs).toHaveLength(COUNT);
  });

  it('leaves what live changes have brought as it is, and asks what changed since its oldest page', async () => {
    await hold({
      ...pageAt(0),
      version: 8,
      docs: [...pageAt(0).docs, { ...element({ _id: 'e150' }), linkname: 'Renamed' }],
    });
    await store.dispatch(loadRest('/', new AbortController().signal));
    expect(held()?.docs).toHaveLength(COUNT);
    expect(held()?.docs.find(({ _id }) => _id === 'e150')?.linkname).toBe('Renamed');
    expect(held()?.version).toBe(3);
  });

  it('begins again when the folder was listed from its beginning in between', async () => {
    await hold(pageAt(0));
    onPage = async (after) =>
      after === '500' && asked.filter((one) => one === '500').length === 1 && hold(pageAt(0, 4));
    await store.dispatch(loadRest('/', new AbortController().signal));
    expect(held()?.docs).toHaveLength(COUNT);
    expect(asked.filter((one) => one === '100')).toHaveLength(2);
  });
});
