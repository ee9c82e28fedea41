import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serve } from '../../../testing/serve.js';
import { show } from '../../../testing/show.js';
import { api } from '../../shared/api/api.js';
import { store } from '../../shared/store/store.js';
import { selectToasts } from '../../shared/toasts/toasts-slice.js';
import Updates from '../updates/updates.js';

let hide = (): void => undefined;
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

const open = (admin: boolean, docs: object[], insert: (body: never) => object = () => ({})): void => {
  serve({
    '/api/news/updates': () => ({ docs: [...docs] }),
    '/api/userinfo': () => ({ sub: 'local|ada', name: 'Ada', picture: null, admin }),
    '/api/news/insert': insert,
  });
  hide = show(<Updates />);
};
const insertButton = page.getByRole('button', { name: 'Insert' });
const said = () => selectToasts(store.getState()).map(({ message }) => message);

it('is missing for everyone but admins, who read the updates with their days, or No Updates [S2.59 S8.10]', async () => {
  open(false, [{ _id: '1', headline: 'Here', content: 'Text', date: new Date(2018, 6, 29).toISOString() }]);
  await expect.element(page.getByRole('heading', { name: 'Here' })).toBeVisible();
  await expect.element(page.getByText('29 July, 2018', { exact: true })).toBeVisible();
  expect(insertButton.elements()).toEqual([]);
  hide();
  store.dispatch(api.util.resetApiState());
  open(false, []);
  await expect.element(page.getByText('No Updates')).toBeVisible();
});

it('lets an admin add an update: both fields are required, then the feed has it and the fields are empty [S2.59 S4.9 S5.3 S8.13]', async () => {
  const docs: object[] = [];
  let fails = true;
  open(true, docs, ({ obj }: { obj: { headline: string } }) => {
    if (fails) return Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 });
    docs.push({ _id: '2', ...obj });
    return { docs: { _id: '2', result: { ok: 1 } } };
  });
  await insertButton.click();
  expect(page.getByText('This field is required').elements()).toHaveLength(2);
  await page.getByLabelText('Headline').fill('Folders fly');
  const height = (): number => page.getByLabelText('Content').element().getBoundingClientRect().height;
  await page.getByLabelText('Content').fill('1\n2\n3\n4\n5\n6');
  const ofSix = height();
  await page.getByLabelText('Content').fill('1\n2\n3\n4\n5\n6\n7\n8');
  // No line more, which has 20 px.
  await expect.poll(() => Math.abs(height() - ofSix)).toBeLessThan(10);
  await page.getByLabelText('Content').fill('They do.');
  await expect.poll(height).toBeLessThan(ofSix);
  await insertButton.click();
  await expect.poll(said).toContain('Error insert data.');
  await expect.element(page.getByLabelText('Headline')).toHaveValue('Folders fly');
  fails = false;
  await insertButton.click();
  await expect.element(page.getByRole('heading', { name: 'Folders fly' })).toBeVisible();
  expect(said()).toContain('Inserted successfully');
  await expect.element(page.getByLabelText('Headline')).toHaveValue('');
});
