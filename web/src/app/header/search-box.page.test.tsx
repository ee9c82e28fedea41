import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { element } from '../../../testing/element.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { endSession, startSession } from '../../shared/session/current-session.js';
import { store } from '../../shared/store/store.js';
import { SearchBox } from './search-box.js';

const gmail = '/assets/built-in/gmail-b94d822b.svg';
const asked: string[] = [];
const submitted = vi.fn((event: Event) => event.preventDefault());
let hide = (): void => undefined;
const field = () => page.getByRole('combobox', { name: 'Search' });
const offered = (): (string | null)[] =>
  [...document.querySelectorAll('[role="option"] span')].map(({ textContent }) => textContent);

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { text } = JSON.parse(body) as { text: string };
    asked.push(text);
    const docs = ['Trips', 'Tripod'].map((linkname) => element({ linkname, path: '/Kept/' }));
    docs.push(
      element({ linkname: 'Gmail', linktype: 'website', default: true, image: gmail, hiimage: gmail }),
    );
    return Response.json({ docs: docs.filter(({ linkname }) => linkname.startsWith(text)), more: false });
  });
  startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
  document.addEventListener('submit', submitted);
  hide = show(<SearchBox />);
});
afterEach(() => {
  hide();
  endSession();
  history.replaceState(null, '', '/');
  document.removeEventListener('submit', submitted);
  submitted.mockClear();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('offers own elements with their path while one types, and opens the one that is chosen', async () => {
  await userEvent.type(field(), 'Trip');
  await expect.poll(offered).toEqual(['Trips', 'Tripod']);
  expect(document.querySelector('[role="option"]')?.textContent).toContain('/Kept/');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain('Tripod');
  expect(field().element().getAttribute('aria-activedescendant')).toBe(
    document.querySelector('[aria-selected="true"]')?.id,
  );
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/allfiles/Kept/Tripod/');
  expect(submitted).not.toHaveBeenCalled();
  await expect.poll(offered).toEqual([]);
});

it('shows the picture of an element as its tile does', async () => {
  await userEvent.type(field(), 'Gm');
  await expect.poll(offered).toEqual(['Gmail']);
  expect(document.querySelector('[role="option"] img')?.getAttribute('src')).toBe(gmail);
});

it('leads to what is found by Enter alone, and closes by Escape', async () => {
  await userEvent.type(field(), 'Trip');
  await expect.poll(offered).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  expect(offered()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});
