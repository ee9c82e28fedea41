import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { element } from '../../../testing/element.js';
import { listingsApi } from '../listings/listings-api.js';
import { currentSession, endSession, startSession } from '../session/current-session.js';
import { store } from '../store/store.js';
import { forgetOthers, forgetWithSession } from './forget.js';
import { clearListings, keepListing, keptLimits, keptListing } from './kept-listings.js';
import { markedDrive, unmark } from './marker.js';

const sessionOf = (drive: string) => ({
  accessToken: `x.${btoa(JSON.stringify({ drive }))}.x`,
  idToken: '',
  expiresAt: Date.now() + 60_000,
});
const listing = (...names: string[]) => ({
  folderId: 'f',
  version: 7,
  docs: names.map((linkname) => element({ linkname })),
});
const names = async (url: string, drive = 'ada'): Promise<string[] | undefined> =>
  (await keptListing(drive, url))?.docs.map(({ linkname }) => linkname);

const first = currentSession() ?? expect.fail('no session');
const limits = { ...keptLimits };
beforeEach(async () => {
  await clearListings();
  unmark();
  startSession(sessionOf('ada'));
});
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(keptLimits, limits);
  store.dispatch(listingsApi.util.resetApiState());
  startSession(first);
  vi.unstubAllGlobals();
});

it('shows a folder as it was shown last when no answer comes, and anything newer in its place [S2.90]', async () => {
  await keepListing('ada', '/Trips/', listing('Lisbon'));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const list = (url: string) => store.dispatch(listingsApi.endpoints.listFolder.initiate(url));
  expect((await list('/Trips/')).data?.docs[0]?.linkname).toBe('Lisbon');
  expect((await list('/Never/')).error).toMatchObject({ code: 'offline' });
  vi.stubGlobal('fetch', async () => Response.json(listing('Porto')));
  const again = listingsApi.endpoints.listFolder.initiate('/Trips/', { forceRefetch: true });
  expect((await store.dispatch(again)).data?.docs[0]?.linkname).toBe('Porto');
});

it('keeps so many folders, so many bytes, and of a large folder its beginning', async () => {
  keptLimits.folders = 2;
  keptLimits.elements = 1;
  for (const url of ['/a/', '/b/', '/c/']) await keepListing('ada', url, listing('One', 'Two'));
  expect(await Promise.all(['/a/', '/b/', '/c/'].map((url) => names(url)))).toEqual([
    undefined,
    ['One'],
    ['One'],
  ]);
  keptLimits.bytes = 10;
  await keepListing('ada', '/d/', listing('One'));
  expect(await Promise.all(['/b/', '/c/', '/d/'].map((url) => names(url)))).toEqual(Array(3).fill(undefined));
});

it.each([
  ['a log-out, or the end of a session', endSession],
  ['another account', () => startSession(sessionOf('ben'))],
  ['a session whose time is over', () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001)],
])('is gone after %s, with the files of the page [S2.92]', async (_, change) => {
  await keepListing('ada', '/Trips/', listing('Lisbon'));
  await (await caches.open('skyshelf-shell-1')).put('/x', new Response('x'));
  await caches.open('of another');
  change();
  // What was under way when the session ended.
  await keepListing('ada', '/Late/', listing('Lisbon'));
  forgetWithSession();
  await expect.poll(markedDrive).toBeNull();
  expect([await names('/Trips/'), await names('/Late/')]).toEqual([undefined, undefined]);
  expect(await caches.keys()).toEqual(['of another']);
  await caches.delete('of another');
});

it('stays for the same account', async () => {
  await keepListing('ada', '/Trips/', listing('Lisbon'));
  startSession({ ...sessionOf('ada'), accessToken: `${sessionOf('ada').accessToken}2` });
  await forgetOthers();
  expect(await names('/Trips/')).toEqual(['Lisbon']);
});
