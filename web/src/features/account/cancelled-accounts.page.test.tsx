import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import { selectToasts } from '../../shared/toasts/toasts-slice.js';
import Account from './account.js';

const ben = {
  _id: 'd1',
  user: 'Ben',
  sub: 'local|ben',
  plan: 'Deluxe',
  purchaseDate: '2028-01-31T12:00:00.000Z',
  deleteAfter: '2028-02-29T12:00:00.000Z',
};
const refusal = (status: number, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

let docs: object[] = [];
let admin = true;
let answers: { data: (body: never) => object; delete: (body: never) => object };
let hide = (): void => undefined;
beforeEach(() => {
  docs = [ben];
  admin = true;
  answers = { data: () => refusal(404, 'account.not-found', 'Not found'), delete: () => ({ error: false }) };
  serve({
    '/api/userinfo': () => ({ sub: 'local|ada', name: 'Ada', picture: null, admin }),
    '/api/sessions': () => ({ docs: [] }),
    '/api/account/cancelled': () => ({ docs: [...docs], next: null }),
    '/api/account/data': (body) => answers.data(body),
    '/api/account/delete': (body) => answers.delete(body),
  });
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const panel = page.getByRole('region', { name: 'Delete Account & Content' });
const card = page.getByRole('article', { name: 'Ben' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const said = () => selectToasts(store.getState()).map(({ title, message }) => `${title}: ${message}`);

it('is on the account page of admins alone, with a card for each cancelled account [S2.60]', async () => {
  admin = false;
  hide = show(<Account />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  expect(panel.elements()).toEqual([]);
  hide();
  store.dispatch(api.util.resetApiState());
  admin = true;
  hide = show(<Account />);
  for (const words of ['local|ben', 'Deluxe', '31 January 2028', '29 February 2028'])
    await expect.element(card.getByText(words)).toBeVisible();
  await expect.element(card.getByText('Delete after')).toBeVisible();
  hide();
  docs = [];
  hide = show(<Account />);
  await expect.element(page.getByText('Cancellations not found')).toBeVisible();
});

it('shows what there is of an account as a tree, page by page, until it is cleared [S2.61]', async () => {
  hide = show(<Account />);
  await button('Show the content of Ben').click();
  await expect.element(page.getByText('Not found')).toBeVisible();
  await button('Clear').click();
  expect(page.getByText('Not found').elements()).toEqual([]);
  const first = { s3: [{ key: 'blob-1' }], db: { account: { sub: 'local|ben' }, elements: [{ id: 'e1' }] } };
  const asked: object[] = [];
  answers.data = (body: { after?: object }) => {
    asked.push(body);
    if (!body.after) return { content: first, next: { s3: null, db: 'e1' } };
    return { content: { s3: [], db: { elements: [{ id: 'e2' }] } }, next: null };
  };
  await button('Show the content of Ben').click();
  await expect.element(page.getByText('elements [1]')).toBeVisible();
  await button('Show more').click();
  await page.getByText('elements [2]').click();
  await page.getByText('1 {1}').click();
  await expect.element(page.getByText('"e2"')).toBeVisible();
  expect(asked).toEqual([{ accountId: 'd1' }, { accountId: 'd1', after: { s3: null, db: 'e1' } }]);
  await button('Clear').click();
  expect(page.getByText('elements [2]').elements()).toEqual([]);
});

it('asks before it deletes, says what came of it, and reloads the list [S2.62 S8.12]', async () => {
  hide = show(<Account />);
  const deleted: object[] = [];
  answers.delete = (body) => {
    deleted.push(body);
    if (deleted.length === 1) return refusal(409, 'account.paid-for', 'It is paid for.');
    if (deleted.length === 2) return refusal(500, 'internal', 'no');
    docs = [];
    return { error: false };
  };
  const dialog = page.getByRole('alertdialog');
  const ask = 'Are you sure that you want to delete this account and his content ?';
  await button('Delete Ben').click();
  await expect.element(dialog.getByText(ask)).toBeVisible();
  await button('No').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(deleted).toEqual([]);
  for (const words of ['Error: It is paid for.', 'Error: Some error occurred']) {
    await button('Delete Ben').click();
    await button('Yes').click();
    await expect.poll(said).toContain(words);
    await expect.element(dialog).not.toBeInTheDocument();
  }
  await button('Delete Ben').click();
  await button('Yes').click();
  await expect.poll(() => said().at(-1)).toMatch(/Deleted successfully/);
  await expect.element(page.getByText('Cancellations not found')).toBeVisible();
  expect(deleted).toEqual([1, 2, 3].map(() => ({ accountId: 'd1' })));
});
