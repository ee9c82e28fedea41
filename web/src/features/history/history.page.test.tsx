import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { file } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { store } from '../../shared/store/store.js';
import HistoryDialog from './history-dialog.js';
import { lineDifference } from './line-difference.js';
import type { Version } from './versions-api.js';

const note = file('plan.py', { size: 30 });
const text = {
  '/files/Cloud/new/': '# Plan\n\nRome\nPorto\n',
  '/files/Cloud/old/': '# Plan\n\nRome\nFaro\n',
};
const address = (blob: string): string => `Cloud/${blob}/local|alice###plan.py`;
const version = (id: string, fields: Partial<Version>): Version => {
  const { linktype, extension, source, width, height } = note;
  const { thumbnailImage, thumbnailVideo, openElement } = note;
  const of = { linktype, extension, source, width, height, thumbnailImage, thumbnailVideo, openElement };
  const own = { version: id, linkurl: address(id), size: 20, device: null, name: null, current: false };
  return { ...of, ...own, date: '2026-11-20T10:00:00.000Z', ...fields };
};

let versions: Version[] = [];
let calls: { path: string; query: string; body: unknown }[] = [];
let refusal: object | null = null;
const close = vi.fn();
let hide = (): void => undefined;
const open = (): void =>
  void (hide = show(<HistoryDialog element={{ ...note, linkurl: address('new') }} close={close} />));

const done = { result: { ok: 1 } };
const answers: Record<string, () => object> = {
  '/api/jobs': () => ({ docs: [] }),
  '/api/versions': () => ({ docs: versions }),
  '/api/versions/restore': () => ({ docs: { ...done, element: note }, operation: 'o' }),
  '/api/versions/keep': () => ({ docs: { ...done, name: 'To print' } }),
  '/api/versions/drop': () => ({ docs: { ...done, dropped: 1 } }),
};

beforeEach(async () => {
  [calls, refusal] = [[], null];
  versions = [
    version('new', { current: true, date: '2026-11-21T10:00:00.000Z' }),
    version('old', { name: 'Sent to Ann', device: 'Firefox on Linux' }),
  ];
  vi.stubGlobal('fetch', (asked: string, { body }: { body?: string } = {}) => {
    const { pathname, search } = new URL(asked, location.href);
    calls.push({ path: pathname, query: search, body: JSON.parse(body ?? 'null') });
    const [, words] = Object.entries(text).find(([start]) => pathname.startsWith(start)) ?? [];
    if (words !== undefined) return Promise.resolve(new Response(words));
    if (refusal && pathname !== '/api/versions')
      return Promise.resolve(Response.json({ error: refusal }, { status: 404 }));
    return Promise.resolve(Response.json(answers[pathname]?.() ?? {}));
  });
  await ensureReadCookie();
  open();
});
afterEach(() => {
  hide();
  close.mockReset();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const sent = (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const toasts = () => store.getState().toasts?.log.map(({ message }) => message) ?? [];
const old = () => page.getByRole('radio', { name: /Firefox on Linux/ });
const chooseOld = async () => {
  await expect.element(old()).toBeInTheDocument();
  await page.getByText('Sent to Ann').click();
};

it('lists the versions, and shows the chosen one by the address that is open to its owner', async () => {
  await expect.element(page.getByText('Porto')).toBeVisible();
  await expect.element(button('Restore')).toBeDisabled();
  await expect.element(button('Delete…')).toBeDisabled();
  await chooseOld();
  await expect.element(page.getByText('Faro')).toBeVisible();
  const queries = (blob: string) =>
    calls.filter(({ path }) => path.startsWith(`/files/Cloud/${blob}/`)).map(({ query }) => query);
  expect([new Set(queries('new')), new Set(queries('old'))]).toEqual([
    new Set(['']),
    new Set(['?version=1']),
  ]);
});

it('compares a text by its lines with what is current', async () => {
  await chooseOld();
  await button('Compare with current').click();
  const rows = page.getByRole('region', { name: 'Difference, line by line' }).getByRole('row');
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual(['11# Plan', '22', '33Rome', '4−Removed: Faro', '4+Added: Porto']);
});

it('compares other files by showing both', async () => {
  hide();
  store.dispatch(api.util.resetApiState());
  versions = versions.map((each) => ({ ...each, linktype: 'application/zip', extension: 'zip' }));
  open();
  await chooseOld();
  await button('Compare with current').click();
  await expect.poll(() => document.querySelectorAll('figure [data-no-preview]').length).toBe(2);
});

it('restores by the keyboard alone, and can undo that', async () => {
  await expect.element(page.getByRole('radio', { name: /Current/ })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Tab}{Enter}');
  await expect.poll(() => sent('/api/versions/restore')).toEqual([{ id: note._id, version: 'old' }]);
  await expect.poll(toasts).toContainEqual(expect.stringMatching(/^plan\.py is as of Nov 20, 2026/));
  expect(store.getState().toasts?.log.at(-1)?.undo).toBeDefined();
  await expect.element(old()).toHaveFocus();
});

it('keeps a version under a name, and takes the name away', async () => {
  await chooseOld();
  await button('Kept…').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(old()).toHaveFocus();
  expect(close).not.toHaveBeenCalled();
  await button('Kept…').click();
  await page.getByRole('textbox', { name: 'Name of this version' }).fill(' To print ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(toasts).toContain('Kept as “To print”');
  await button('Kept…').click();
  await button('Remove name').click();
  const about = { id: note._id, version: 'old' };
  await expect
    .poll(() => sent('/api/versions/keep'))
    .toEqual([
      { ...about, name: 'To print' },
      { ...about, name: null },
    ]);
});

it('deletes a version once that is confirmed, and says why a call is refused', async () => {
  await chooseOld();
  await button('Delete…').click();
  await expect.element(button('No')).toHaveFocus();
  await button('No').click();
  expect(sent('/api/versions/drop')).toEqual([]);
  refusal = { code: 'version.not-found', message: 'This version of the file does not exist any more.' };
  await button('Delete…').click();
  await button('Yes').click();
  await expect.poll(toasts).toContain('This version of the file does not exist any more.');
  refusal = null;
  await button('Yes').click();
  await expect.poll(toasts).toContain('The version was deleted');
  expect(sent('/api/versions/drop')).toHaveLength(2);
});

it('finds the lines that differ, with those around them', () => {
  const lines = (changed: string) => [...'abcdefghijklmnop'].join('\n').replace('d', changed);
  expect(lineDifference('a\n', 'a\n')).toEqual([]);
  const rows = lineDifference(lines('d'), lines('D').replace('o', 'O')) ?? [];
  const shown = rows.map(({ kind, before, after, text: line }) => `${kind} ${before} ${after} ${line}`);
  expect(shown.filter((row) => !row.startsWith('same'))).toEqual([
    'removed 4 null d',
    'added null 4 D',
    'null null null ',
    'removed 15 null o',
    'added null 15 O',
  ]);
  expect([shown[0], shown[7], shown[9], shown.at(-1)]).toEqual([
    'same 1 1 a',
    'same 7 7 g',
    'same 12 12 l',
    'same 16 16 p',
  ]);
});
