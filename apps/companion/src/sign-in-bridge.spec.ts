import { expect, it } from 'vitest';
import { SignInBridge } from './sign-in-bridge.js';

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
  expect([own.said, other.said]).toEqual([[], ['closed']]);
});

it('forgets a sign-in that does not end', () => {
  let now = 0;
  const bridge = new SignInBridge(() => now);
  const page = aPage();
  const next = aPage();
  bridge.wait('name-of-it', 'alice', page);
  now = 11 * 60_000;
  bridge.wait('another-one', 'alice', next);
  expect([page.said, next.said]).toEqual([['closed'], []]);
});
