import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { element } from '../../../testing/element.js';
import { store } from '../store/store.js';
import { listingsApi, type Listing } from './listings-api.js';
import { loadRest } from './load-rest.js';

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
