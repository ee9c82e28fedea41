import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UploadServer } from '../../../../testing/upload-server.js';
import { BUNDLED_BYTES } from '../upload-port.js';
import { readDrop, uploadTree } from '../tree/dropped-tree.js';
import { UploadEngine } from '../upload-engine.js';
import { KeptBytes, UploadStore } from './upload-store.js';
import { ownerOfLink, QueueKeeper, takeOver } from './queue-keeper.js';

const HERE = { url: '/', folderId: 'root' };
const MB = 1024 * 1024;
const file = (name: string, size = 10): File => new File([new Uint8Array(size)], name, { lastModified: 7 });
const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { interval: 5, timeout: 10_000 });

const dropOf = (folder: FileSystemDirectoryHandle): DataTransfer => {
  const entry = { name: folder.name, isFile: false, isDirectory: true };
  const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null };
  return {
    items: [{ ...item, getAsFileSystemHandle: async () => folder }],
  } as unknown as DataTransfer;
};

describe('the queue over a reload', () => {
  let server: UploadServer;
  let store: UploadStore;
  let keys = 0;
  const pages: UploadEngine[] = [];
  const notices = {
    admitted: vi.fn(),
    warned: vi.fn(),
    fileFailed: vi.fn(),
    batchFailed: vi.fn(),
    replaced: vi.fn(),
    groupBegan: vi.fn(),
    groupArrived: vi.fn(),
  };

  beforeEach(async () => {
    vi.clearAllMocks();
    server = new UploadServer();
    store = (await UploadStore.open()) ?? expect.unreachable('The browser keeps nothing.');
    await store.clear();
  });
  afterEach(() => pages.splice(0).forEach((page) => page.stop()));

  /** A page of a tab; what the tab had before goes on in it. */
  const load = async ({ tab = 'a', drive = 'd', limits = { ofAFile: 50 * MB, ofAll: 500 * MB } } = {}) => {
    const keeping = { store, bytes: new KeptBytes(store, limits), drive, tab };
    const engine = new UploadEngine({
      transport: server,
      notices,
      byteRequests: 4,
      bundledBytes: BUNDLED_BYTES,
      keeperOf: (state) => new QueueKeeper(state, Promise.resolve(keeping)),
      environment: {
        now: () => 0,
        newKey: () => `key-${(keys += 1)}`,
        parts: { of: () => ({}), keep: () => undefined },
        beginTrace: () => ({ traceparent: 'trace', end: () => undefined }),
        waitBeforeTry: async () => undefined,
        isHidden: () => false,
      },
    });
    pages.push(engine);
    await takeOver(keeping, (...left) => engine.restore(...left));
    return engine;
  };
  const names = () => server.admitted.flat().toSorted();
  const keptRows = async () => (await store.all()).length;
  const statuses = (engine: UploadEngine) => engine.items().map(({ name, status }) => `${name} ${status}`);

  it('goes on with small, middle and large files, each from where it was, and forgets them when they are there', async () => {
    server.loseAnswers = true;
    server.hold('sendBundle');
    server.hold('sendBytes');
    const goOn = server.hold('sendPart');
    const before = await load();
    before.add(HERE, [file('small', 10), file('middle', MB), file('large', 9 * MB)]);
    await until(() => {
      expect(server.detailsOf('sendBundle')).toHaveLength(1);
      expect(server.detailsOf('sendBytes')).toHaveLength(1);
      expect(server.detailsOf('sendPart')).toHaveLength(2);
    });
    before.stop();
    for (const call of ['sendBundle', 'sendBytes', 'sendPart'] as const) server.hold(call)();
    goOn();
    const after = await load();
    await until(() => expect(names()).toEqual(['large', 'middle', 'small']));
    await until(() => expect(after.list.totals.count.done).toBe(3));
    // Nothing was begun a second time, and what a page before has begun is not undone by this one.
    expect(notices.groupBegan).toHaveBeenCalledTimes(1);
    expect(server.detailsOf('start')).toHaveLength(1);
    for (const call of ['sendBundle', 'sendBytes'] as const)
      expect(new Set(server.keysOf(call)).size).toBe(1);
    await until(async () => expect(await keptRows()).toBe(0));
  });

  it('repeats the call whose answer went with the page, so that what has come comes once', async () => {
    server.loseAnswers = true;
    const goOn = server.hold('sendBundle');
    const before = await load();
    before.add(HERE, [file('1'), file('2')]);
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(1));
    before.stop();
    goOn();
    const after = await load();
    await until(() => expect(after.list.totals.count.done).toBe(2));
    expect(server.admitted).toEqual([['1', '2']]);
  });

  it('leaves paused ones paused', async () => {
    server.hold('sendBytes');
    const before = await load();
    before.add(HERE, [file('1', MB)]);
    await until(() => expect(statuses(before)).toEqual(['1 sending']));
    before.pause(...before.list.idsIn('sending'));
    await until(async () => expect((await store.all())[0]?.status).toBe('paused'));
    before.stop();
    const after = await load();
    expect(statuses(after)).toEqual(['1 paused']);
    server.hold('sendBytes')();
    after.resume(...after.list.idsIn('paused'));
    await until(() => expect(names()).toEqual(['1']));
  });

  it('asks again for a file that was too large to copy, and takes only the same one', async () => {
    const limits = { ofAFile: MB, ofAll: MB };
    const goOn = server.hold('sendBytes');
    const before = await load({ limits });
    before.add(HERE, [file('1', 2 * MB)]);
    await until(() => expect(server.detailsOf('sendBytes')).toHaveLength(1));
    before.stop();
    goOn();
    const after = await load({ limits });
    expect(statuses(after)).toEqual(['1 missing']);
    expect(
      after.provide([file('1', 3 * MB), new File([new Uint8Array(2 * MB)], '1', { lastModified: 8 })]),
    ).toBe(0);
    expect(after.provide([file('1', 2 * MB)])).toBe(1);
    await until(() => expect(names()).toEqual(['1']));
    expect(server.detailsOf('start')).toHaveLength(1);
  });

  it('reads files of a dropped folder that are not copied by handle', async () => {
    const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('trip', { create: true });
    const day = await top.getDirectoryHandle('day', { create: true });
    const film = await day.getFileHandle('film', { create: true });
    const writing = await film.createWritable();
    await writing.write(new Uint8Array(MB));
    await writing.close();
    const goOn = server.hold('sendBytes');
    const limits = { ofAFile: 10, ofAll: MB };
    const before = await load({ limits });
    await uploadTree(before, HERE, readDrop(dropOf(top)));
    await until(() => expect(server.detailsOf('sendBytes')).toEqual(['film']));
    const { copies, handles } = await store.keysWithBytes();
    expect([copies.size, handles.size]).toEqual([0, 1]);
    before.stop();
    goOn();
    await load({ limits });
    await until(() => expect(server.admittedTo).toEqual(['id:/trip/day/ film']));
  });

  it('asks once for leave to read a dropped folder again, when the browser has taken it back', async () => {
    const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('asked', { create: true });
    for (const name of ['1', '2']) {
      const writing = await (await top.getFileHandle(name, { create: true })).createWritable();
      await writing.write(new Uint8Array(MB));
      await writing.close();
    }
    const goOn = server.hold('sendBytes');
    const limits = { ofAFile: 10, ofAll: MB };
    const before = await load({ limits });
    await uploadTree(before, HERE, readDrop(dropOf(top)));
    await until(async () => expect((await store.keysWithBytes()).handles.size).toBe(2));
    before.stop();
    goOn();
    // As after the last tab of ours was closed.
    let may: PermissionState = 'prompt';
    const asked: string[] = [];
    const ask = vi.fn(async function (this: FileSystemHandle) {
      asked.push(this.name);
      return (may = 'granted');
    });
    const known = Object.getOwnPropertyDescriptors(FileSystemHandle.prototype);
    Object.defineProperties(FileSystemHandle.prototype, {
      queryPermission: { configurable: true, value: async () => may },
      requestPermission: { configurable: true, value: ask },
    });
    try {
      const after = await load({ limits });
      await until(() => expect(statuses(after).toSorted()).toEqual(['1 missing', '2 missing']));
      expect(asked).toEqual([]);
      expect(await after.readAllAgain()).toBe(true);
      await until(() => expect(names()).toEqual(['1', '2']));
      expect(asked).toEqual(['asked']);
    } finally {
      Object.defineProperties(FileSystemHandle.prototype, known);
    }
  });

  it('takes over what a tab has left that is gone', async () => {
    const goOn = server.hold('sendBundle');
    const before = await load({ tab: 'gone' });
    before.add(HERE, [file('1')]);
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(1));
    before.stop();
    goOn();
    const other = await load({ tab: 'other' });
    await until(() => expect(statuses(other)).toEqual(['1 done']));
  });

  it('drops what is of another account, of another version or no upload at all', async () => {
    const goOn = server.hold('sendBundle');
    const before = await load({ drive: 'of another user' });
    before.add(HERE, [file('1')]);
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(1));
    before.stop();
    const [row = expect.unreachable('Nothing is kept.')] = await store.all();
    await store.put([
      { ...row, id: 'newer', version: 2 as 1 },
      { ...row, id: 'garbage', targetFolder: 'x' as never },
    ]);
    goOn();
    const after = await load();
    expect(after.items()).toEqual([]);
    expect(await keptRows()).toBe(0);
  });

  it('keeps what is sent by a link apart from the shelf, for as long as an upload lasts', async () => {
    server.hold('sendBundle');
    const sent = await load({ drive: ownerOfLink('l1') });
    sent.add(HERE, [file('sent')]);
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(1));
    sent.stop();
    const [row = expect.unreachable('Nothing is kept.')] = await store.all();
    const old = { ...row, id: 'old', order: row.order - 8 * 24 * 3600_000 * 1000 };
    await store.put([old, { ...row, id: 'own', drive: 'd' }]);
    const ofLink = await load({ drive: ownerOfLink('l2') });
    expect([ofLink.items(), await keptRows()]).toEqual([[], 2]);
    await store.put([old]);
    const shelf = await load();
    expect([shelf.items().length, await keptRows()]).toEqual([1, 2]);
    shelf.stop();
    expect((await load({ drive: ownerOfLink('l1') })).items().map(({ name }) => name)).toEqual(['sent']);
  });

  it('is empty after logging out', async () => {
    server.hold('sendBundle');
    const before = await load();
    before.add(HERE, [file('1')]);
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(1));
    await before.empty();
    expect((await load()).items()).toEqual([]);
    expect(await keptRows()).toBe(0);
  });
});
