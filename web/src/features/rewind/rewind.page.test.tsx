import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { element, file } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import Rewind from './rewind.js';

const date = '2026-11-20T10:00:00.000Z';
const moments = [
  { from: 9, version: 9, date, kind: 'renamed', count: 1, names: ['Plan'], to: 'Old plan' },
  { from: 4, version: 8, date, kind: 'deleted', count: 300, names: ['a', 'b', 'c'], device: 'curl' },
  { from: 3, version: 3, date, kind: 'uploaded', count: 1, names: ['tower.jpg'] },
];
const album = element({ linkname: 'Lisbon' });
const photo = { ...file('tower.jpg', { size: 2048, thumbnailImage: 'Cloud/small/a.jpg' }), kept: 'trash' };
const note = { ...file('note.txt', { size: 100, linktype: 'text/plain' }), kept: 'version' };
const lost = { ...file('lost.txt', { size: 3 }), linkurl: null, gone: true };
const none = { restored: 0, moved: 0, renamed: 0, tagged: 0, versions: 0, trashed: 0, gone: 0, lost: 0 };
const planned = { ...none, restored: 300, renamed: 1, gone: 2 };

let calls: { path: string; query: URLSearchParams; body: unknown }[] = [];
let plan: object = planned;
let process: string | null = null;
let underWay: object[] = [];
let hide = (): void => undefined;

const answers: Record<string, (query: URLSearchParams, body: unknown) => object> = {
  '/api/rewind': (_, body) =>
    body ? { docs: { plan, process }, operation: 'o' } : { docs: moments, next: null, version: 9, days: 30 },
  '/api/rewind/folder': (query) => {
    const isTop = query.get('folder') === 'root';
    const folders = isTop ? [] : [{ id: album._id, name: 'Lisbon' }];
    return {
      docs: isTop ? [album, note, lost] : [photo],
      next: null,
      version: 3,
      folders,
      gone: isTop ? 2 : 0,
    };
  },
  '/api/processes': () => ({ docs: underWay.splice(0, 1) }),
  '/api/rewind/plan': () => ({ plan, version: 3 }),
};

beforeEach(() => {
  [calls, plan, process] = [[], planned, null];
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, location.href);
    const given: unknown = JSON.parse(body ?? 'null');
    calls.push({ path: pathname, query: searchParams, body: given });
    if (pathname.startsWith('/files/')) return Promise.resolve(new Response('High water at noon'));
    return Promise.resolve(Response.json(answers[pathname]?.(searchParams, given) ?? {}));
  });
  hide = show(<Rewind />);
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const queries = (path: string) => calls.filter((call) => call.path === path).map(({ query }) => `${query}`);
const toasts = () => store.getState().toasts?.log.map(({ message }) => message) ?? [];

it('says what happened, and shows the shelf as it was before that', async () => {
  await expect.element(page.getByText('‘Plan’ renamed to ‘Old plan’')).toBeVisible();
  await button(/300 elements deleted.* · curl/).click();
  await expect.poll(() => queries('/api/rewind/folder')).toEqual(['folder=root&version=3']);
  await expect.element(page.getByText('Changed since')).toBeVisible();
  await expect.element(page.getByText('Deleted forever since')).toBeVisible();
  await expect.element(page.getByText(/^2 elements of this folder were deleted forever/)).toBeVisible();
  await button('Open Lisbon').click();
  await expect.element(page.getByText('In the trash now')).toBeVisible();
  await page.getByRole('navigation').getByRole('button', { name: 'My shelf' }).click();
  await button('Open note.txt').click();
  await expect.element(page.getByText('High water at noon')).toBeVisible();
  const read = calls.find(({ path }) => path.startsWith('/files/'));
  expect(`${read?.query}`).toBe('version=1');
});

it('says what it will do, puts the folder back, and can undo that', async () => {
  await button(/300 elements deleted/).click();
  await button('Put the whole shelf back to then').click();
  const dialog = page.getByRole('dialog', { name: 'Put the whole shelf back to then' });
  await expect.element(dialog.getByText('300 elements restored from the trash')).toBeVisible();
  await expect.element(dialog.getByText('1 element renamed back')).toBeVisible();
  await expect.element(dialog.getByText(/^2 elements deleted forever since/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Put back' }).click();
  await expect.poll(toasts).toContain('Put back to how it was');
  const sent = calls.find(({ path, body }) => path === '/api/rewind' && body !== null);
  expect(sent?.body).toEqual({ folder: 'root', version: 3 });
  expect(store.getState().undo?.map(({ operations }) => operations)).toContainEqual(['o']);
});

it('offers to undo what has gone on in the background, at its end', async () => {
  process = 'rewind-1';
  underWay = [{ process, kind: 'rewind', done: 1, total: 300 }];
  await button(/300 elements deleted/).click();
  await button('Put the whole shelf back to then').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click();
  await expect.poll(() => store.getState().toasts?.log.at(-1)?.message).toMatch(/^This is being put back/);
  await expect
    .poll(() => store.getState().toasts?.log.at(-1))
    .toMatchObject({ message: 'Put back to how it was', undo: store.getState().undo?.at(-1)?.id });
});

it('shows tiles or a list, as the shelf does', async () => {
  await button(/300 elements deleted/).click();
  await button('Open Lisbon').click();
  await expect
    .poll(() => document.querySelector('li img')?.getAttribute('src'))
    .toMatch(/small.*[?]trash=1$/);
  await button('List').click();
  await expect.element(page.getByText('2 KB')).toBeVisible();
  expect(store.getState().view?.layout).toBe('list');
  await button('Tiles').click();
});

it('goes to a time, and has nothing to do where all is as it was', async () => {
  plan = none;
  await page.getByLabelText('Go to a time').fill('2026-11-20T08:30');
  await expect
    .poll(() => queries('/api/rewind/folder').at(-1))
    .toBe(`folder=root&at=${encodeURIComponent(new Date('2026-11-20T08:30').toISOString())}`);
  await button('Put the whole shelf back to then').click();
  await expect.element(page.getByText(/^Nothing has to be changed/)).toBeVisible();
  await expect.element(button('Put back').last()).toBeDisabled();
});
