import { expect, it } from 'vitest';
import { MOST_SIGN_INS, SignInBridge } from './sign-in-bridge.js';

function aPage() {
  const said: string[] = [];
  return { said, send: (text: string) => void said.push(text), close: () => void said.push('closed') };
}

it('gives the token to the page that waits, whichever comes first', () => {
  const bridge = new SignInBridge(() => 0);
  const early = aPage();
  const late = aPage();
  bridge.wait('early-one', 'alice', early);
  bridge.finish('early-one', 'alice', 'token');
  bridge.finish('late-one', 'alice', 'other');
  bridge.wait('late-one', 'alice', late);
  expect(early.said).toEqual(['{"token":"token"}', 'closed']);
  expect(late.said).toEqual(['{"token":"other"}', 'closed']);
});

it('says that a sign-in has failed', () => {
  const bridge = new SignInBridge(() => 0);
  const page = aPage();
  bridge.wait('name-of-it', 'alice', page);
  bridge.finish('name-of-it', 'alice', null);
  expect(page.said).toEqual(['{"error":true}', 'closed']);
});

it('gives no one the token of another user', () => {
  const bridge = new SignInBridge(() => 0);
  const own = aPage();
  const other = aPage();
  bridge.wait('name-of-it', 'alice', own);
  bridge.wait('name-of-it', 'mallory', other);
  bridge.finish('name-of-it', 'mallory', 'planted');
  expect(own.said).toEqual([]);
  bridge.finish('name-of-it', 'alice', 'token');
  expect(own.said).toEqual(['{"token":"token"}', 'closed']);
});

it('ends a sign-in that does not end', () => {
  let now = 0;
  const bridge = new SignInBridge(() => now);
  const page = aPage();
  bridge.wait('name-of-it', 'alice', page);
  expect(bridge.isAwaited('name-of-it', 'alice', page)).toBe(false);
  bridge.begin('name-of-it', 'alice');
  now = 9 * 60_000;
  expect(bridge.isAwaited('name-of-it', 'alice', page)).toBe(true);
  now = 11 * 60_000;
  expect(bridge.isAwaited('name-of-it', 'alice', page)).toBe(false);
  expect(page.said).toEqual(['closed']);
});

it('gives each user a share: one who begins without end loses the own oldest ones', () => {
  const bridge = new SignInBridge(() => 0);
  const others = aPage();
  bridge.wait('name-of-it', 'alice', others);
  const pages = Array.from({ length: 10_001 }, (_, at) => {
    const page = aPage();
    bridge.wait(`name-${at}`, 'mallory', page);
    return page;
  });
  expect(pages.filter(({ said }) => said.length === 0)).toEqual(pages.slice(-MOST_SIGN_INS));
  bridge.finish('name-of-it', 'alice', 'token');
  expect(others.said).toEqual(['{"token":"token"}', 'closed']);
});
