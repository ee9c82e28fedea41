import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { challenge } from '../../testing/captcha-challenge.js';
import { serve } from '../../testing/serve.js';
import { show } from '../../testing/show.js';
import { Toasts } from './toasts/toasts.js';
import { api } from '../shared/api/api.js';
import { store } from '../shared/store/store.js';
import Contact from '../features/contact/contact.js';

let sent: { obj: { captcha: string } }[] = [];
let answer = (): object | Promise<object> => Response.json('sent');
let hide = (): void => undefined;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const button = () => page.getByRole('button', { name: 'Send' });

beforeEach(() => {
  sent = [];
  serve({
    '/api/captcha': () => ({ challenge, mail: 'folder' }),
    '/api/sendmail/': (body: (typeof sent)[number]) => (sent.push(body), answer()),
  });
  hide = show(
    <>
      <Contact />
      <Toasts />
    </>,
  );
});
afterEach(() => {
  hide();
  store.dispatch(api.util.resetApiState());
  vi.unstubAllGlobals();
});

it('says what is missing or no address, and sends nothing then [S2.58 S5.1 S5.2]', async () => {
  await expect
    .element(page.getByText(/your message is kept in a folder on its machine, where they can read it/))
    .toBeVisible();
  await button().click();
  await expect.poll(() => page.getByText('This field is required').elements().length).toBe(2);
  for (const wrong of ['ann', 'ann@example', 'a@b.org, c@d.org']) {
    await field('Email').fill(wrong);
    await expect.element(page.getByText('Email Address not valid')).toBeVisible();
  }
  await field('Name').fill('Ann');
  await button().click();
  expect(sent).toEqual([]);
  const rows = () => field('Message').element().getBoundingClientRect().height;
  const one = rows();
  await field('Message').fill('a\n'.repeat(20));
  await expect.poll(() => rows() / one).toBeGreaterThan(1.5);
  expect(rows() / one).toBeLessThan(4.1);
});

it('solves its captcha unseen, is loading while it sends, and is empty afterwards [S2.58 S4.8 S8.20]', async () => {
  let arrive = (): void => undefined;
  answer = () => new Promise((resolve) => (arrive = () => resolve(Response.json('sent'))));
  await field('Name').fill('Ann');
  await field('Email').fill('ann@example.org');
  await field('Message').fill('Hello');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => sent.length).toBe(1);
  await expect.element(button()).toHaveAttribute('data-loading', 'true');
  expect(sent[0]?.obj).toMatchObject({ name: 'Ann', email: 'ann@example.org', message: 'Hello' });
  const captcha = JSON.parse(atob(sent[0]?.obj.captcha ?? '')) as { solution: { derivedKey: string } };
  expect(captcha).toMatchObject({ challenge });
  expect(captcha.solution.derivedKey).toMatch(/^0[0-9a-f]{63}$/);
  arrive();
  await expect.element(page.getByText('Message sent successfully')).toBeVisible();
  for (const name of ['Name', 'Email', 'Message']) await expect.element(field(name)).toHaveValue('');
  expect(page.getByText('This field is required').elements()).toHaveLength(0);
});

it('keeps what could not be sent, and says so [S8.21]', async () => {
  answer = () =>
    Response.json(
      { error: { code: 'contact.too-many', message: 'Three messages an hour.' } },
      { status: 429 },
    );
  await field('Name').fill('Ann');
  await field('Email').fill('ann@example.org');
  await button().click();
  await expect.element(page.getByText('Your message could not be sent')).toBeVisible();
  expect(sent).toHaveLength(1);
  await expect.element(field('Name')).toHaveValue('Ann');
});
