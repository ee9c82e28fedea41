import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { element, file, link } from '../../../testing/element.js';
import { installationWith } from '../../../testing/installation.js';
import { serve } from '../../../testing/serve.js';
import { keepPage, show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { endSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import ResultScreen from './result-screen.js';

const resetPage = keepPage();
let docs: object[] = [];
let search: object | null = null;
const asked: unknown[] = [];
let hide = (): void => undefined;
const open = (address: string): void => {
  history.replaceState(null, '', address);
  hide = show(<ResultScreen />);
};

beforeEach(() => {
  docs = [];
  search = null;
  asked.length = 0;
  serve({
    '/api/installation': () => installationWith({ search }),
    '/api/token/': () => ({ ok: true, sub: 'local|alice' }),
    '/api/search/': (body: unknown) => (asked.push(body), { docs, more: false }),
  });
});
afterEach(() => {
  hide();
  resetPage();
  vi.restoreAllMocks();
});

it('lists own elements with their folders, which a click opens, and the operator’s search below [S2.80]', async () => {
  search = { path: '/search-frame' };
  docs = [
    element({ linkname: 'Tide tables', path: '/Sea/North/' }),
    link('Tides', 'https://tides.example/', { path: '/' }),
    file('Tideline.jpg', {
      linktype: 'image/jpeg',
      thumbnailImage: 'Cloud/t1/local|alice###thumbnail.webp',
      confirm: true,
    }),
  ];
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  open('/result/?q=tid');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Search: tid' })).toBeVisible();
  const asksFor = () => performance.getEntriesByType('resource').map(({ name }) => name);
  await expect.poll(asksFor).toContainEqual(expect.stringMatching(/t1.*thumbnail\.webp/));
  await page.getByRole('button', { name: /^Tides/ }).click();
  expect(opened.mock.calls[0]?.[0]).toBe('https://tides.example/');
  const folder = page.getByRole('link', { name: 'In Sea › North' });
  await expect.element(folder).toHaveAttribute('href', '/allfiles/Sea/North/');
  expect(asked).toEqual([{ text: 'tid', limit: 200 }]);
  const frame = document.querySelector('iframe');
  expect(frame?.getAttribute('src')).toBe('/search-frame?q=tid');
  expect(frame?.getAttribute('sandbox')).not.toContain('allow-same-origin');
  await page.getByRole('button', { name: /^Tide tables/ }).click();
  await expect.poll(() => location.pathname).toBe('/allfiles/Sea/North/Tide%20tables/');
});

it('shows a visitor the operator’s search alone, or says that there is none [S2.80]', async () => {
  endSession();
  open('/result/?q=tid');
  await expect.element(page.getByText('Web search is not set up on this server.')).toBeVisible();
  hide();
  store.dispatch(api.util.resetApiState());
  search = { path: '/search-frame' };
  open('/result/?q=tid');
  await expect.poll(() => document.querySelector('iframe')?.getAttribute('src')).toBe('/search-frame?q=tid');
  expect(asked).toEqual([]);
});

it('says when nothing is found, and asks for words where there are none', async () => {
  open('/result/?q=xylo');
  await expect.element(page.getByText(/has a word that begins with ‘xylo’/)).toBeVisible();
  hide();
  open('/result');
  await expect.element(page.getByText('Type what you look for into the box above.')).toBeVisible();
});
