import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../shared/dialogs/styles.js';
import { element, file } from '../../../testing/element.js';
import { listingsApi } from '../../shared/listings/listings-api.js';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { store } from '../../shared/store/store.js';
import { selectToasts, toastGone } from '../../shared/toasts/toasts-slice.js';
import { sendElements } from './clipboard/clipboard.js';
import { removeElements } from './dialogs/delete-dialog.js';
import { renameElement } from './rename/rename-element.js';
import { only, selectionSet, selectSelection } from './selection/selection.js';

const targetFolder = { url: '/', folderId: 'root' };
const one = file('one.pdf');
const two = file('two.pdf');
const listing = { docs: [one, two], folderId: 'root', version: 1 };

describe('a command that is shown at once and then answered', () => {
  let answer: (refusal: { status: number; code: string; message: string } | object) => void;
  /** The body of the last command. */
  let sent = '';
  beforeEach(async () => {
    answer = undefined as never;
    vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
      if (path === '/api/') return Response.json(listing);
      sent = body;
      const given = await new Promise<object>((resolve) => void (answer = resolve));
      const { status, code, message } = given as { status?: number; code?: string; message?: string };
      return status ? Response.json({ error: { code, message } }, { status }) : Response.json(given);
    });
    await store.dispatch(listingsApi.endpoints.listFolder.initiate('/', { forceRefetch: true }));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    for (const { id } of selectToasts(store.getState())) store.dispatch(toastGone(id));
  });

  const names = (): string[] =>
    cachedListings(store.getState())
      .flatMap(({ listing: { docs } }) => docs.map(({ linkname }) => linkname))
      .toSorted();
  const said = (): string[] =>
    selectToasts(store.getState()).map(({ title, message }) => `${title}: ${message}`);
  const selection = only(one._id, [one, two]);
  const refuse = async (status: number, code: string, message: string): Promise<void> => {
    await expect.poll(() => typeof answer).toBe('function');
    answer({ status, code, message });
  };

  it('is a deletion: all is back, selected as it was [F8.12]', async () => {
    store.dispatch(selectionSet(selection));
    const done = store.dispatch(removeElements({ targetFolder, elements: [one] }));
    expect(names()).toEqual(['two.pdf']);
    expect(selectSelection(store.getState()).ids.size).toBe(0);
    await refuse(409, 'folder.copying', 'no');
    await done;
    expect(names()).toEqual(['one.pdf', 'two.pdf']);
    expect(selectSelection(store.getState())).toEqual(selection);
    expect(said()).toEqual(["Error: Can't delete"]);
  });

  it('is a move', async () => {
    const to = { url: '/Trip/', folderId: 'trip' };
    const done = store.dispatch(sendElements({ action: 'cut', elements: [one, two], from: '/', to }));
    expect(names()).toEqual([]);
    await refuse(409, 'folder.copying', 'This folder is still being copied. Wait until it is complete.');
    expect(await done).toBe(false);
    expect(names()).toEqual(['one.pdf', 'two.pdf']);
    expect(said()).toEqual(['Error: This folder is still being copied. Wait until it is complete.']);
  });

  it('is a move of which one is skipped: that one is back [F5.26 F8.8]', async () => {
    const to = { url: '/Trip/', folderId: 'trip' };
    const done = store.dispatch(sendElements({ action: 'cut', elements: [one, two], from: '/', to }));
    await expect.poll(() => typeof answer).toBe('function');
    const moved = { ...one, folderId: 'trip', path: '/Trip/' };
    listing.docs = [two];
    answer({
      docs: { result: { ok: 1 }, ops: [moved], process: null },
      warnings: [{ name: 'two.pdf', code: 'name.exists', message: 'two.pdf already exist.' }],
    });
    await done;
    listing.docs = [one, two];
    expect(names()).toEqual(['two.pdf']);
    expect(said()).toEqual(['Attention: two.pdf already exist.', 'Success: Paste successfully']);
  });

  it('is another name, with the words of the server', async () => {
    const refused = await store.dispatch(
      renameElement({ element: one, name: 'new.pdf', targetFolder, siblings: [one, two] }),
    );
    expect(refused).toBeNull();
    expect(names()).toEqual(['new.pdf', 'two.pdf']);
    await refuse(409, 'name.exists', 'Name already exist');
    await expect.poll(names).toEqual(['one.pdf', 'two.pdf']);
    expect(said()).toEqual(['Error: Name already exist']);
  });

  it.each([
    ['is not confirmed', { status: 500, code: 'internal', message: 'no' }, "Error: Can't paste"],
    ['has no ok', { docs: { result: {}, ops: [] } }, "Error: Can't paste"],
    ['has no docs: the session has ended', {}, 'Information: Please log in again.'],
  ])('is a paste whose answer %s [F8.9 F8.10]', async (_, given, words) => {
    const to = { url: '/Trip/', folderId: 'trip' };
    const done = store.dispatch(sendElements({ action: 'copy', elements: [one], from: '/', to }));
    await expect.poll(() => typeof answer).toBe('function');
    answer(given);
    expect(await done).toBe(false);
    expect(said()).toEqual([words]);
  });

  it('names elements by their ids, and is confirmed [F3.2 F8.11]', async () => {
    const folder = { ...element({ linkname: 'Trip' }), filesList: [one, two] };
    const to = { url: '/Trip/', folderId: 'trip' };
    const pasted = store.dispatch(sendElements({ action: 'copy', elements: [folder], from: '/', to }));
    await expect.poll(() => typeof answer).toBe('function');
    expect(sent).toContain(folder._id);
    expect(sent).not.toMatch(/filesList|linkname/);
    answer({ docs: { result: { ok: 1 }, ops: [folder], process: null }, warnings: [] });
    await pasted;
    answer = undefined as never;
    const deleted = store.dispatch(removeElements({ targetFolder, elements: [folder] }));
    await expect.poll(() => typeof answer).toBe('function');
    expect(sent).toContain(folder._id);
    expect(sent).not.toMatch(/filesList|linkname/);
    answer({ docs: { deletedCount: 1, process: null } });
    await deleted;
    expect(said()).toContain('Success: Deleted successfully');
  });
});
