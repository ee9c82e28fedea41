import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { element, file } from '../../../../testing/element.js';
import { Folder, option } from '../../../../testing/folder-on-screen.js';
import { show } from '../../../../testing/show.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import { store } from '../../../shared/store/store.js';
import type { ActionContext } from '../actions/action.js';
import { tracked } from '../../undo/public.js';
import { selectionCleared } from '../selection/selection.js';
import { usePrefetch } from './use-prefetch.js';

const elements = ['A', 'B', 'C'].map((linkname) => element({ linkname })).concat(file('note.pdf'));
const asked: string[] = [];
let answering = true;
let close = (): void => undefined;

const Ahead = () => {
  const context = { elements, targetFolder: { url: '/', folderId: 'root' }, dispatch: store.dispatch };
  usePrefetch(context as unknown as ActionContext);
  return <Folder elements={elements} goTo={() => undefined} />;
};

beforeEach(async () => {
  asked.length = 0;
  answering = true;
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path !== '/api/') return Response.json(null, { status: 404 });
    asked.push((JSON.parse(body) as { url: string }).url);
    if (!answering) await new Promise(() => undefined);
    return Response.json({ docs: [], folderId: 'x', version: 1, next: null });
  });
  close = show(<Ahead />);
});
afterEach(() => {
  close();
  store.dispatch(selectionCleared());
  store.dispatch(listingsApi.util.resetApiState());
  vi.unstubAllGlobals();
});

it('fetches the folder under the resting pointer and that of the keyboard, each once, and no file', async () => {
  await expect.poll(() => document.querySelectorAll('[data-id]').length).toBe(elements.length);
  await userEvent.hover(option('A'));
  await expect.poll(() => asked).toEqual(['/A/']);
  await userEvent.hover(option('note.pdf'));
  await userEvent.click(option('B'));
  await expect.poll(() => asked).toEqual(['/A/', '/B/']);
  await userEvent.hover(option('A'));
  await userEvent.click(option('C'));
  await expect.poll(() => asked).toEqual(['/A/', '/B/', '/C/']);
});

it('waits for the answer where a name was just given', async () => {
  await expect.poll(() => document.querySelectorAll('[data-id]').length).toBe(elements.length);
  const renaming = Promise.withResolvers<void>();
  void tracked(renaming.promise);
  await userEvent.hover(option('A'));
  await new Promise((rested) => setTimeout(rested, 200));
  expect(asked).toEqual([]);
  renaming.resolve();
  await expect.poll(() => asked).toContain('/A/');
});
