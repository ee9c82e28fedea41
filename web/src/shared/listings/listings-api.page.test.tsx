import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ElementView } from '@skyshelf/contracts/browser';
import { element } from '../../../testing/element.js';
import { fetchListing } from './listings-api.js';
import type { Listing } from './listing.js';

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

it('begins a large folder again when the server can not say what changed', async () => {
  answers = {
    '/api/': () => answer({ docs: many.slice(0, 1000), folderId: 'root', version: 6, next: 'more' }),
    '/api/changes': () => answer({ version: 6, resync: true, elements: [], removed: [] }),
  };
  const next = await fetchListing('/', held(many), signal);
  expect(next).toMatchObject({ version: 6, next: 'more' });
  expect(next.docs).toHaveLength(1000);
});
