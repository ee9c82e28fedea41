import type { ElementView } from '@skyshelf/contracts/browser';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element, file, link } from '../../../testing/element.js';
import { option } from '../../../testing/folder-on-screen.js';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { listingsApi } from '../../shared/listings/listings-api.js';
import { currentSession, endSession, startSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { uploadEngineOf } from '../uploads/public.js';
import FileManager from './file-manager.js';
import { selectionCleared } from './selection/selection.js';
import { sortChosen } from './state/view-slice.js';

const folders: Record<string, ElementView[]> = {
  '/': [
    element({ linkname: 'Trips' }),
    link('Tides', 'https://example.org', { linktag: ['sea'] }),
    file('beach.jpg', { size: 10, linktag: ['sea', 'sun'] }),
    file('accounts.pdf', { size: 900 }),
  ],
  '/Trips/': [element({ linkname: 'Lisbon', path: '/Trips/' })],
};
const notThere = { error: { code: 'folder.not-found', message: 'Page Not Found' }, status: 404 };

const home = location.pathname + location.search;
const session = currentSession() ?? expect.fail('no session');
const listed: string[] = [];
const sent: unknown[] = [];

describe('the screen of the file manager', () => {
  let close = (): void => undefined;
  const open = (address: string): void => {
    history.replaceState(null, '', address);
    close = show(<FileManager />);
  };
  const names = (): string[] =>
    [...document.querySelectorAll('[data-id]')].map(
      (one) => one.getAttribute('aria-label')?.split(',')[0] ?? '',
    );
  beforeEach(async () => {
    listed.length = sent.length = 0;
    await page.viewport(1440, 900);
    serve({
      '/api/': ({ url }: { url: string }) => {
        listed.push(url);
        const docs = folders[url];
        if (!docs) return Response.json(notThere, { status: 404 });
        return { docs, folderId: `id:${url}`, version: 1, next: null };
      },
      '/api/paste/': (body: object) => {
        sent.push(body);
        return { docs: { result: { ok: 1 }, ops: [], process: null }, warnings: [] };
      },
    });
  });
  afterEach(() => {
    close();
    startSession(session);
    store.dispatch(selectionCleared());
    store.dispatch(listingsApi.util.resetApiState());
    document.body.style.minHeight = '';
    window.scrollTo(0, 0);
    vi.unstubAllGlobals();
  });
  afterAll(() => history.replaceState(null, '', home));

  it('shows the folder of the address, goes into another, and back [F2.1 F2.2 F2.3 F2.6]', async () => {
    open('/allfiles');
    await expect.poll(names).toEqual(['Trips', 'accounts.pdf', 'beach.jpg', 'Tides']);
    await userEvent.dblClick(option('Trips'));
    await expect.poll(names).toEqual(['Lisbon']);
    expect(location.pathname).toBe('/allfiles/Trips/');
    const path = page.getByRole('navigation', { name: 'Folder path' });
    await expect
      .element(path.getByRole('heading', { name: 'Trips' }))
      .toHaveAttribute('aria-current', 'page');
    const top = path.getByRole('link', { name: 'All Files' });
    await expect.element(top).toHaveAttribute('href', '/allfiles/');
    const before = listed.length;
    history.back();
    await expect.poll(names).toContain('beach.jpg');
    expect(location.pathname).toBe('/allfiles/');
    expect(listed.slice(before)).toEqual(['/']);
    history.forward();
    await expect.poll(names).toEqual(['Lisbon']);
    await userEvent.click(top);
    await expect.poll(names).toContain('Trips');
    expect(listed[0]).toBe('/');
    expect(listed[1]).toBe('/Trips/');
  });

  it('says Page Not Found, with the way home, where there is no such folder [F2.5]', async () => {
    open('/allfiles/Elsewhere/');
    await expect.element(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  });

  it('sorts by what is chosen in a dropdown [F2.8]', async () => {
    open('/allfiles/');
    await userEvent.click(page.getByRole('button', { name: 'Sort by Name, ascending' }));
    await expect.element(page.getByRole('menuitem', { name: 'Size' })).toBeVisible();
    const fields = page.getByRole('menuitem').elements();
    expect(fields.map(({ textContent }) => textContent)).toEqual([
      'Name',
      'Date',
      'Modified',
      'Size',
      'Kind',
    ]);
    await userEvent.click(page.getByRole('menuitem', { name: 'Size' }));
    await expect.element(page.getByRole('button', { name: 'Sort by Size, ascending' })).toBeVisible();
    await expect.poll(() => names().indexOf('accounts.pdf')).toBeGreaterThan(names().indexOf('beach.jpg'));
    store.dispatch(sortChosen('name'));
  });

  it('closes a menu by Tab, which goes on from where it was opened', async () => {
    open('/allfiles/');
    await expect.poll(names).toHaveLength(4);
    await userEvent.click(page.getByRole('button', { name: 'Sort by Name, ascending' }));
    await expect.element(page.getByRole('menuitem', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([]);
    await expect.element(page.getByRole('button', { name: 'Tiles' })).toHaveFocus();
    await userEvent.click(page.getByRole('option', { name: /^Tides/ }), { button: 'right' });
    await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([]);
    // It leads out of the list, backwards, and what was selected stays so.
    expect(document.querySelector('[data-elements]')?.contains(document.activeElement)).toBe(false);
    expect(document.activeElement).not.toBe(document.body);
    await expect
      .element(page.getByRole('option', { name: /^Tides/ }))
      .toHaveAttribute('aria-selected', 'true');
  });

  it('looks for a name or shows what has a tag, never both [F2.12 F2.13 F4.5]', async () => {
    open('/allfiles/');
    await expect.poll(names).toHaveLength(4);
    const search = page.getByRole('searchbox', { name: 'Search in folder' });
    await userEvent.fill(search, 'tide');
    await expect.poll(names).toEqual(['Tides']);
    await userEvent.click(page.getByRole('button', { name: 'Filter by tags' }));
    await expect.element(page.getByRole('menuitem', { name: 'sun' })).toBeVisible();
    const entries = page.getByRole('menuitem').elements();
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Clear', 'sea', 'sun', 'Edit tags…']);
    await userEvent.keyboard('{ArrowDown}{End}{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'sun' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(names).toEqual(['beach.jpg']);
    await expect.element(search).toHaveValue('');
    await userEvent.fill(search, 'tide');
    await expect.poll(names).toEqual(['Tides']);
    await expect.element(page.getByRole('button', { name: 'Filter by tags' })).toBeVisible();
  });

  it('selects nothing after a click next to the list, and after most actions [F4.1 F4.3]', async () => {
    open('/allfiles/');
    await expect.poll(names).toHaveLength(4);
    const selected = (): number => document.querySelectorAll('[aria-selected="true"]').length;
    const unselects: Record<string, () => unknown> = {
      'a click next to it': () => document.querySelector<HTMLElement>('main')?.click(),
      copy: () => userEvent.click(page.getByRole('button', { name: 'Copy', exact: true })),
      sort: () => store.dispatch(sortChosen('name')),
    };
    for (const [what, unselect] of Object.entries(unselects)) {
      await userEvent.click(option('Trips'));
      await expect.poll(selected).toBe(1);
      await unselect();
      await expect.poll(() => [what, selected()]).toEqual([what, 0]);
    }
    store.dispatch(sortChosen('name'));
  });

  it('brings its toolbar along above 560 px of scroll, to a user alone [F2.9]', async () => {
    open('/allfiles/');
    document.body.style.minHeight = '3000px';
    await expect.poll(names).toHaveLength(4);
    const along = () => document.querySelector('main > [data-shown]')?.getAttribute('data-shown');
    window.scrollTo(0, 560);
    await expect.poll(() => window.scrollY).toBe(560);
    await expect.poll(along).toBe('false');
    window.scrollTo(0, 561);
    await expect.poll(along).toBe('true');
    await expect.poll(() => page.getByRole('toolbar', { name: 'Actions' }).elements()).toHaveLength(2);
    window.scrollTo(0, 560);
    await expect.poll(along).toBe('false');
    window.scrollTo(0, 700);
    await expect.poll(along).toBe('true');
    endSession();
    await expect.poll(along).toBe('false');
  });

  describe('onto a part of the path', () => {
    const dispatch = (type: string, place: Element, data: DataTransfer): void => {
      const { left, top } = place.getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: left + 8, clientY: top + 8 };
      place.dispatchEvent(
        type === 'pointerdown'
          ? new PointerEvent(type, { ...at, pointerType: 'mouse' })
          : new DragEvent(type, { ...at, dataTransfer: data }),
      );
    };
    const part = (name: string): Element =>
      page.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name }).element();

    it('moves what is dropped there', async () => {
      open('/allfiles/Trips/');
      await expect.poll(names).toEqual(['Lisbon']);
      const data = new DataTransfer();
      for (const type of ['pointerdown', 'dragstart']) dispatch(type, option('Lisbon'), data);
      dispatch('dragover', part('All Files'), data);
      await expect.element(page.getByText('Move Lisbon to All Files')).toBeVisible();
      dispatch('drop', part('All Files'), data);
      await expect.poll(() => sent.at(-1)).toMatchObject({ url: '/', action: 'cut', actionUrl: '/Trips/' });
    });

    it('uploads files that are dropped there', async () => {
      const add = vi.spyOn(uploadEngineOf(store), 'addTo').mockReturnValue();
      open('/allfiles/Trips/');
      await expect.poll(names).toEqual(['Lisbon']);
      const data = new DataTransfer();
      data.items.add(new File(['x'], 'note.pdf'));
      dispatch('dragover', part('All Files'), data);
      await expect.element(page.getByText('Drop to upload to All Files')).toBeVisible();
      dispatch('drop', part('All Files'), data);
      await expect.poll(() => add.mock.lastCall?.[1]).toEqual({ url: '/', folderId: 'id:/' });
      add.mockRestore();
    });
  });

  it('has on phones a round menu, a Menu, and a button to open [F2.9 F2.10]', async () => {
    await page.viewport(390, 844);
    open('/allfiles/');
    await expect.poll(names).toHaveLength(4);
    expect(page.getByRole('toolbar').elements()).toEqual([]);
    const entries = async (menu: string): Promise<string[]> => {
      await userEvent.click(page.getByRole('button', { name: menu, exact: true }));
      await expect.element(page.getByRole('menuitem').first()).toBeVisible();
      return page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent ?? '');
    };
    expect(await entries('Add')).toEqual(['Upload', 'Create folder', 'Add']);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('menu').elements()).toEqual([]);
    expect((await entries('Menu'))[0]).toBe('Select...');
    await userEvent.click(page.getByRole('menuitem', { name: 'Select...' }));
    await userEvent.click(option('Trips'));
    await userEvent.click(option('beach.jpg'));
    await expect.element(page.getByText('2 selected').first()).toBeVisible();
    expect((await entries('Menu'))[0]).toContain('Clear Selection');
    await userEvent.click(page.getByRole('menuitem', { name: 'Clear Selection' }));
    await userEvent.click(option('Trips'));
    await userEvent.click(page.getByRole('button', { name: 'Open', exact: true }));
    await expect.poll(names).toEqual(['Lisbon']);
  });

  describe('in a window that a zoom makes narrow or low', () => {
    const edgesOf = (element: Element) => element.getBoundingClientRect();

    it('has the actions on what is selected, and all its controls in one row', async () => {
      await page.viewport(320, 568);
      open('/allfiles/');
      await expect.poll(names).toHaveLength(4);
      await userEvent.click(option('beach.jpg'));
      await expect.element(page.getByText('1 selected').first()).toBeVisible();
      const bar = page.getByRole('toolbar').getByRole('button').elements().map(edgesOf);
      expect(bar.filter(({ left, right }) => left < 0 || right > 320)).toEqual([]);
      const row = [/^Filter by/, /^Sort by/, 'Menu'].map((name) => page.getByRole('button', { name }));
      expect(new Set(row.map((button) => edgesOf(button.element()).top)).size).toBe(1);
    });

    it.each([
      ['Menu', 320, () => userEvent.click(page.getByRole('button', { name: 'Menu', exact: true }))],
      ['menu of an element', 1440, () => userEvent.click(option('beach.jpg'), { button: 'right' })],
    ] as const)('scrolls the %s within it', async (_, width, openMenu) => {
      await page.viewport(width, 400);
      open('/allfiles/');
      await expect.poll(names).toHaveLength(4);
      await openMenu();
      await expect.element(page.getByRole('menuitem').first()).toBeVisible();
      await expect
        .poll(() => edgesOf(page.getByRole('menu').element()))
        .toSatisfy(({ top, bottom }: DOMRect) => top >= 0 && bottom <= 400);
      await userEvent.keyboard('{End}');
      await expect.element(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 0.9 });
      expect(scrollY).toBe(0);
    });
  });
});
