import type { ElementView } from '@skyshelf/contracts/browser';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element } from '../../../../testing/element.js';
import { serve } from '../../../../testing/serve.js';
import { show } from '../../../../testing/show.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import { store } from '../../../shared/store/store.js';
import FileManager from '../file-manager.js';
import { selectionCleared } from '../selection/selection.js';

const home = location.pathname + location.search;
const trips = element({ _id: 'trips', linkname: 'Trips' });
const lisbon = element({ _id: 'lisbon', linkname: 'Lisbon', folderId: 'trips', path: '/Trips/' });

const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name},`) });

describe('a folder that is open while it is renamed or moved elsewhere', () => {
  let close = (): void => undefined;
  let version = 1;
  /** The folders of the drive by path; `move` changes them as another browser would, and says so. */
  const folders = new Map<string, { folderId: string; docs: ElementView[] }>();
  const listed: string[] = [];
  const move = (from: string, to: string, moved: ElementView): void => {
    const folder = folders.get(from) ?? expect.fail(`nothing is at ${from}`);
    folders.delete(from);
    folders.set(to, { ...folder, docs: folder.docs.map((doc) => ({ ...doc, path: to })) });
    version += 1;
    store.dispatch(applyChanges({ elements: [moved], removed: [], version }));
  };
  beforeEach(async () => {
    await page.viewport(1440, 900);
    version = 1;
    listed.length = 0;
    folders.clear();
    folders.set('/', { folderId: 'root', docs: [trips] });
    folders.set('/Trips/', { folderId: 'trips', docs: [lisbon] });
    serve({
      '/api/': ({ url }: { url: string }) => {
        listed.push(url);
        const folder = folders.get(url);
        const notThere = { error: { code: 'folder.not-found', message: 'Page Not Found' }, status: 404 };
        return folder ? { ...folder, version, next: null } : Response.json(notThere, { status: 404 });
      },
    });
  });
  afterEach(() => {
    close();
    store.dispatch(selectionCleared());
    store.dispatch(listingsApi.util.resetApiState());
    vi.unstubAllGlobals();
  });
  afterAll(() => history.replaceState(null, '', home));

  it('stays open as it was, with its new path', async () => {
    history.replaceState(null, '', '/allfiles/Trips/');
    close = show(<FileManager />);
    await userEvent.click(option('Lisbon'));
    const tile = document.querySelector('[data-id="lisbon"]');
    const length = history.length;

    move('/Trips/', '/Journeys/', { ...trips, linkname: 'Journeys' });
    expect(location.pathname).toBe('/allfiles/Journeys/');
    await expect.element(page.getByRole('heading', { name: 'Journeys' })).toBeVisible();
    await expect.poll(() => listed).toEqual(['/Trips/', '/Journeys/']);
    move('/Journeys/', '/Far away/Journeys/', { ...trips, linkname: 'Journeys', path: '/Far away/' });
    expect(location.pathname).toBe('/allfiles/Far%20away/Journeys/');
    await expect.element(page.getByRole('link', { name: 'Far away' })).toBeVisible();
    await expect.poll(() => listed.at(-1)).toBe('/Far away/Journeys/');

    expect(document.querySelector('[data-id="lisbon"]')).toBe(tile);
    await expect.element(option('Lisbon')).toHaveAttribute('aria-selected', 'true');
    expect(history.length).toBe(length);
  });

  it('is another folder when it is opened by another path', async () => {
    history.replaceState(null, '', '/allfiles/Trips/');
    close = show(<FileManager />);
    await userEvent.click(option('Lisbon'));
    move('/Trips/', '/Journeys/', { ...trips, linkname: 'Journeys' });
    folders.set('/', { folderId: 'root', docs: [{ ...trips, linkname: 'Journeys' }] });
    await userEvent.click(page.getByRole('link', { name: 'All Files' }));
    await expect.element(option('Journeys')).toHaveAttribute('aria-selected', 'false');
    await userEvent.dblClick(option('Journeys'));
    await expect.element(option('Lisbon')).toHaveAttribute('aria-selected', 'false');
  });
});
