import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element, file } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import Trash from './trash.js';
import { downloadInTrash } from './trash-row.js';

const DAY_MS = 24 * 60 * 60_000;
const dates = {
  deleted: '2026-11-20T10:00:00.000Z',
  until: new Date(Date.now() + 12 * DAY_MS - 1000).toISOString(),
};
const album = element({ linkname: 'Lisbon', path: '/Trips/', ...dates });
const photo = file('tower.jpg', { size: 2048 });
const note = { ...file('note.txt', { size: 100, linktype: 'text/plain' }), ...dates };
const trips = element({ linkname: 'Trips' });
const kept = { bytes: 5 * 1024 ** 2, count: 3 };

let calls: { path: string; query: URLSearchParams; body: unknown }[] = [];
let failing = false;
let hide = (): void => undefined;

const answers: Record<string, (query: URLSearchParams, body: { url?: string }) => object> = {
  '/api/trash': (query) => {
    const folder = query.get('folder');
    const all = folder ? [photo] : [{ ...album, kept }, note];
    const docs = all.filter(({ linkname }) => linkname.includes(query.get('text') ?? ''));
    const folders = folder ? [{ id: album._id, name: 'Lisbon' }] : [];
    return { docs, next: null, kept: kept.bytes, days: 30, folders };
  },
  '/api/': (_, { url }) => ({
    docs: url === '/' ? [trips] : [],
    folderId: url === '/' ? 'root' : trips._id,
    version: 1,
    next: null,
  }),
  '/api/trash/restore': () => ({ docs: { result: { ok: 1 }, ops: [] }, operation: 'o' }),
  '/api/trash/purge': () => ({ docs: { result: {} } }),
  '/api/trash/days': () => ({ docs: { result: {}, days: 7 } }),
};

beforeEach(() => {
  calls = [];
  failing = false;
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, location.href);
    calls.push({ path: pathname, query: searchParams, body: JSON.parse(body ?? 'null') });
    if (pathname.startsWith('/files/')) return Promise.resolve(new Response('High water at noon'));
    const away = { error: { code: 'trash.not-found', message: 'It is not in the trash.' } };
    const isRefused = failing && pathname !== '/api/trash';
    return Promise.resolve(
      isRefused
        ? Response.json(away, { status: 404 })
        : Response.json(answers[pathname]?.(searchParams, JSON.parse(body ?? '{}')) ?? {}),
    );
  });
  hide = show(<Trash />);
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toasts = () => store.getState().toasts?.log.map(({ message }) => message) ?? [];

it('shows what was deleted, where it was, and when it goes', async () => {
  const row = page.getByRole('listitem').filter({ hasText: 'Lisbon' });
  await expect
    .poll(() => row.element().textContent)
    .toMatch(/From \/Trips\/, deleted .*5 MB · 2 elementsDeleted forever in 12 days/);
  await expect.element(page.getByText(/waits here for 30 days/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Largest');
  await expect.poll(() => calls.at(-1)?.query.toString()).toBe('sort=size&direction=desc');
  await page.getByRole('searchbox').fill('note');
  await expect.element(row).not.toBeInTheDocument();
  await page.getByRole('searchbox').fill('nowhere');
  await expect.element(page.getByText('Nothing of this name is in the trash')).toBeVisible();
});

it('takes one file out of a deleted folder, with the folders on its way', async () => {
  await button('Open Lisbon').click();
  await page.getByRole('checkbox', { name: 'Select tower.jpg' }).click();
  await button('Restore').click();
  await expect.poll(() => sent('/api/trash/restore')).toEqual([{ ids: [photo._id], parents: true }]);
  await expect.poll(toasts).toContain('1 element restored');
  expect(store.getState().undo?.at(-1)?.operations).toEqual(['o']);
  await page.getByRole('checkbox', { name: 'Select tower.jpg' }).click();
  await button('Delete forever').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete forever' }).click();
  await expect.poll(() => sent('/api/trash/purge')).toEqual([{ ids: [photo._id] }]);
  await page.getByRole('navigation').getByRole('button', { name: 'Trash' }).click();
  await expect.element(button('Open note.txt')).toBeVisible();
});

it('shows a file as on the shelf, by the address that is open to its owner alone', async () => {
  await button('Open note.txt').click();
  const preview = page.getByRole('dialog', { name: 'note.txt' });
  await expect.element(preview.getByText('High water at noon')).toBeVisible();
  const read = calls.find(({ path }) => path.startsWith('/files/'));
  expect(read?.query.toString()).toBe('trash=1');
  await expect
    .element(preview.getByRole('link', { name: 'Download' }).first())
    .toHaveAttribute('href', expect.stringMatching(/^\/api\/download\?key0=.*&trash=1$/));
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(preview).not.toBeInTheDocument();
});

it('restores into a chosen folder', async () => {
  await page.getByRole('checkbox', { name: 'Select note.txt' }).click();
  await button('Restore to…').click();
  const dialog = page.getByRole('dialog', { name: 'Restore 1 element' });
  await dialog.getByRole('option', { name: 'Trips' }).click();
  await dialog.getByRole('button', { name: 'Restore to Trips' }).click();
  await expect.poll(() => sent('/api/trash/restore')).toEqual([{ ids: [note._id], to: trips._id }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

it('cuts by a key what is restored where it is pasted', async () => {
  await page.getByRole('checkbox', { name: 'Select note.txt' }).click();
  await userEvent.keyboard('{Control>}x{/Control}');
  await expect.poll(toasts).toContain('1 element cut. Open a folder and paste to restore there.');
  const { held } = store.getState().clipboard ?? {};
  expect([held?.action, held?.elements.map(({ _id }) => _id)]).toEqual(['restore', [note._id]]);
});

it('deletes forever what is selected, or all, once it is confirmed', async () => {
  await page.getByRole('checkbox', { name: 'Select note.txt' }).click();
  await button('Delete forever').click();
  const asked = page.getByRole('alertdialog');
  await expect.element(asked.getByText(/^1 element will be deleted forever/)).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  expect(sent('/api/trash/purge')).toEqual([]);
  await button('Delete forever').click();
  await asked.getByRole('button', { name: 'Delete forever' }).click();
  await expect.poll(() => sent('/api/trash/purge')).toEqual([{ ids: [note._id] }]);
  await button('Empty the trash').click();
  await asked.getByRole('button', { name: 'Delete forever' }).click();
  await expect.poll(() => sent('/api/trash/purge').at(-1)).toEqual({ all: true });
});

it('sets for how long things are kept, and says why a call is refused', async () => {
  await page.getByRole('combobox', { name: 'Keep for' }).selectOptions('7 days');
  await expect.poll(() => sent('/api/trash/days')).toEqual([{ days: 7 }]);
  failing = true;
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await button('Restore').click();
  await expect.poll(toasts).toContain('It is not in the trash.');
});

it('downloads files of the trash together, or one folder', () => {
  expect(downloadInTrash([album])).toBe(`/api/download?folder=${album._id}&trash=1`);
  expect(downloadInTrash([photo])).toMatch(/^\/api\/download\?key0=Cloud.*&trash=1$/);
  expect(downloadInTrash([photo, album])).toBeNull();
  expect(downloadInTrash([])).toBeNull();
});
