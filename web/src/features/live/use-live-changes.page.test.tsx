import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { element } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { endSession, startSession } from '../../shared/session/current-session.js';
import { oldestListedVersion } from '../../shared/listings/listing-cache.js';
import { listingsApi, useListFolderQuery } from '../../shared/listings/listings-api.js';
import { store } from '../../shared/store/store.js';
import { useLiveChanges } from './use-live-changes.js';

/** A stream on which the test rings. */
class Stream extends EventTarget {
  static last: Stream | null = null;
  static readonly CLOSED = 2;
  readyState = 1;
  constructor(readonly address: string) {
    super();
    Stream.last = this;
  }
  close = (): void => undefined;
  ring(version: number): void {
    this.dispatchEvent(new MessageEvent('message', { lastEventId: String(version), data: '' }));
  }
}

const Shell = () => {
  useLiveChanges();
  return null;
};
const Folder = ({ url }: { url: string }) => <p>{useListFolderQuery(url).error?.code}</p>;

describe('live changes in the page', () => {
  let hide = (): void => undefined;
  const asked: string[] = [];
  let removed: string[] = [];
  let gaveWay: { count: number; bytes: number } | undefined;
  let received: { share: string; folderId: string; folder: string; files: number }[] | undefined;
  const hold = (url: string, version: number): Promise<unknown> =>
    store.dispatch(listingsApi.util.upsertQueryData('listFolder', url, { docs: [], folderId: url, version }));
  const names = (url: string): string[] =>
    listingsApi.endpoints.listFolder
      .select(url)(store.getState())
      .data?.docs.map(({ linkname }) => linkname) ?? [];

  beforeEach(() => {
    asked.length = 0;
    removed = [];
    gaveWay = undefined;
    received = undefined;
    Stream.last = null;
    vi.stubGlobal('EventSource', Stream);
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      if (address === '/api/')
        return Response.json(
          { error: { code: 'folder.not-found', message: '' }, status: 404 },
          { status: 404 },
        );
      const elements = [element({ folderId: '/a/', linkname: 'Arrived' })];
      return Response.json(
        address.startsWith('/api/changes')
          ? { version: 9, resync: false, elements, removed, gaveWay, received }
          : { ok: true, sub: 'x' },
      );
    });
    startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
  });
  afterEach(() => {
    hide();
    endSession();
    store.dispatch(listingsApi.util.resetApiState());
    vi.unstubAllGlobals();
  });

  it('begin at the version that every listing has reached, and bring all of them up to date', async () => {
    expect(oldestListedVersion(store.getState())).toBeNull();
    await hold('/a/', 7);
    await hold('/b/', 8);
    hide = show(<Shell />);
    await expect.poll(() => Stream.last?.address).toBe('/api/changes/live?since=7');
    Stream.last?.ring(9);
    await expect.poll(() => names('/a/')).toEqual(['Arrived']);
    expect(asked).toContain('/api/changes?since=7');
    expect(oldestListedVersion(store.getState())).toBe(9);
  });

  it('say that the folder which is shown is gone, and let go what was held of it', async () => {
    for (const url of ['/a/', '/b/', '/b/c/', '/b2/']) await hold(url, 7);
    hide = show(
      <>
        <Shell />
        <Folder url="/b/c/" />
      </>,
    );
    await expect.poll(() => Stream.last?.address).toBe('/api/changes/live?since=7');
    removed = ['/b/'];
    Stream.last?.ring(9);
    await expect.element(page.getByText('folder.not-found')).toBeVisible();
    const held = listingsApi.util.selectCachedArgsForQuery(store.getState(), 'listFolder');
    expect(held.toSorted()).toEqual(['/a/', '/b/c/', '/b2/']);
  });

  it('say once what left the trash to make room', async () => {
    const messages = () => store.getState().toasts?.log.map(({ message }) => message) ?? [];
    gaveWay = { count: 3, bytes: 120 * 1024 ** 2 };
    await hold('/a/', 7);
    hide = show(<Shell />);
    await expect.poll(() => Stream.last?.address).toBe('/api/changes/live?since=7');
    Stream.last?.ring(9);
    await expect.poll(messages).toContain('3 elements (120 MB) left the trash for good to make room');
    const told = messages().length;
    // Its answer was overtaken: the same changes come again.
    await hold('/b/', 8);
    await expect.poll(() => asked).toContain('/api/changes?since=8');
    await expect.poll(() => oldestListedVersion(store.getState())).toBe(9);
    expect(messages()).toHaveLength(told);
  });

  it('tell together what others have sent into a folder', async () => {
    const messages = () => store.getState().toasts?.log.map(({ message }) => message) ?? [];
    received = [
      { share: 'l1', folderId: 'f1', folder: 'Lisbon', files: 4 },
      { share: 'l2', folderId: 'f1', folder: 'Lisbon', files: 3 },
    ];
    await hold('/a/', 7);
    hide = show(<Shell />);
    await expect.poll(() => Stream.last?.address).toBe('/api/changes/live?since=7');
    Stream.last?.ring(9);
    await expect.poll(messages).toContain('7 files for you in Lisbon');
  });
});
