import { limits } from '@skyshelf/contracts';
import { SimpleBrowser } from '@skyshelf/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runGateway } from '../../testing/run-gateway.js';
import {
  answerWho,
  askedWho,
  CLIENT_STATE,
  runSignIn,
  signIn,
  tokensOf,
  type RunningSignIn,
} from '../../testing/run-sign-in.js';

describe('signing in at the local provider', () => {
  let running: RunningSignIn;
  beforeAll(async () => {
    running = await runSignIn();
  });
  afterAll(() => running.stop());

  it('leads to a page that asks for a name, and back to the page with tokens of 14 days in the hash [S7.17 S9.2]', async () => {
    expect(limits.sessionMs).toBe(1_209_600_000);
    const before = Date.now();
    const alice = await signIn(running.gateway, 'Alice');
    expect([alice.path, alice.state]).toEqual(['/callback', CLIENT_STATE]);
    expect(alice.expiresAt).toBeGreaterThan(before + limits.sessionMs - 2000);
    expect(alice.expiresAt).toBeLessThanOrEqual(Date.now() + limits.sessionMs);
    expect(decodeJwt(alice.idToken)).toMatchObject({
      sub: 'local|alice',
      name: 'Alice',
      aud: 'skyshelf-page',
    });

    const who = await fetch(`${running.gateway.url}/api/userinfo`, { headers: alice.headers });
    expect(await who.json()).toEqual({ sub: 'local|alice', name: 'Alice', picture: null, admin: false });
  });

  it('knows the same person again, with the same drive and another session', async () => {
    const first = await signIn(running.gateway, 'bob');
    const second = await signIn(running.gateway, ' BOB ');
    const one = decodeJwt(first.accessToken);
    const two = decodeJwt(second.accessToken);
    expect(two.sub).toBe('local|bob');
    expect(two.drive).toBe(one.drive);
    expect(two.sid).not.toBe(one.sid);
    const { text } = await askedWho(running.gateway);
    expect(text).toContain('value="BOB"');
  });

  it('goes to the pricing page afterwards when asked to, and nowhere else', async () => {
    expect((await signIn(running.gateway, 'carol', { returnTo: '/pricing' })).path).toBe('/pricingcallback');
    for (const returnTo of ['https://evil.example/', '//evil.example'])
      expect((await signIn(running.gateway, 'carol', { returnTo })).path).toBe('/callback');
  });

  it('refuses a way back that was gone before', async () => {
    const { browser, page } = await askedWho(running.gateway);
    const back = await answerWho(browser, page, 'dave');
    const cookie = browser.cookie(new URL(back).host, 'skyshelf-sign-in');
    expect(tokensOf((await browser.go(back)).headers.get('location') ?? '').error).toBeNull();
    const again = await fetch(back, {
      redirect: 'manual',
      headers: { cookie: `skyshelf-sign-in=${cookie}` },
    });
    expect(again.headers.get('location')).toBe('/callback#error=invalid_state');
  });

  it('refuses a way back that another browser began', async () => {
    const { browser, page } = await askedWho(running.gateway);
    const back = await answerWho(browser, page, 'mallory');
    const { browser: victim } = await askedWho(running.gateway);
    expect((await victim.go(back)).headers.get('location')).toBe('/callback#error=invalid_state');
    expect((await new SimpleBrowser().go(back)).headers.get('location')).toBe(
      '/callback#error=invalid_state',
    );
  });

  it.each([
    ['no state', '?code=abc'],
    ['an unknown state', '?code=abc&state=xyz'],
    ['two states', '?code=abc&state=a&state=b'],
  ])('refuses a way back with %s', async (_, query) => {
    const { browser } = await askedWho(running.gateway);
    const answer = await browser.go(`${running.gateway.url}/auth/local/callback${query}`);
    expect(answer.headers.get('location')).toBe('/callback#error=invalid_state');
  });

  it('says in the hash when the provider refused, when there is no such provider, and never leads elsewhere', async () => {
    const go = async (path: string) =>
      (await new SimpleBrowser().go(`${running.gateway.url}${path}`)).headers.get('location');
    expect(await go('/auth/local/callback?error=access_denied')).toBe('/callback#error=access_denied');
    expect(await go('/auth/local/callback?error=%23access_token%3Dx')).toBe('/callback#error=provider_error');
    expect(await go('/auth/elsewhere?clientState=short')).toBe('/callback#error=invalid_state');
    expect(await go('/auth/elsewhere')).toBe('/callback#error=unknown_provider');
  });

  it("gives the page's value back with the tokens, each sign-in of a browser its own", async () => {
    const browser = new SimpleBrowser();
    const finish = async (page: string) => {
      const answer = await browser.go(await answerWho(browser, page, 'erin'));
      return tokensOf(answer.headers.get('location') ?? '').state;
    };
    const begun = await browser.go(`${running.gateway.url}/auth/local?clientState=value-of-the-first-tab`);
    const second = await askedWho(running.gateway, browser, { clientState: 'value-of-the-second-tab' });
    expect(await finish(second.page)).toBe('value-of-the-second-tab');
    const first = await browser.follow(begun.headers.get('location') ?? '');
    expect(await finish(first.url)).toBe('value-of-the-first-tab');
  });

  it.each([
    ['', '/login'],
    ['?returnTo=/pricing', '/loginpricing'],
    ['?prompt=login', '/relogin'],
  ])('leads to the page for a value when there is none: %s', async (query, page) => {
    const answer = await new SimpleBrowser().go(`${running.gateway.url}/auth/local${query}`);
    const address = `${running.gateway.runtime.publicUrl}${page}?provider=local`;
    expect(answer.headers.get('location')).toBe(address);
  });

  it('begins at the public address when the page was opened under another name of the machine', async () => {
    const { port } = new URL(running.gateway.url);
    const other = `http://localhost:${port}/auth/local?clientState=${CLIENT_STATE}`;
    const answer = await new SimpleBrowser().go(`${other}&returnTo=/pricing`);
    const address = `${running.gateway.runtime.publicUrl}/loginpricing?provider=local&moved=1`;
    expect([answer.status, answer.headers.get('location')]).toEqual([302, address]);
    const lost = await new SimpleBrowser().go(`${other}&moved=1`);
    expect(lost.headers.get('location')).toBe('/callback#error=wrong_address');
  });

  it('ends at another replica than it began at', async () => {
    const { publicUrl, providers } = running.gateway.runtime;
    const overrides = { publicUrl, ...(providers && { providers }) };
    const other = await runGateway({ replicaOf: running.gateway, overrides });
    const { browser, page } = await askedWho(running.gateway);
    const { host, pathname, search } = new URL(await answerWho(browser, page, 'wanda'));
    const cookie = `skyshelf-sign-in=${browser.cookie(host, 'skyshelf-sign-in')}`;
    const answer = await fetch(`${other.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { cookie },
    });
    const { headers } = tokensOf(answer.headers.get('location') ?? '');
    expect((await fetch(`${running.gateway.url}/api/userinfo`, { headers })).status).toBe(200);
    await other.stop();
  });

  it('asks the provider to ask again for a fresh login', async () => {
    const answer = await new SimpleBrowser().go(
      `${running.gateway.url}/auth/local?prompt=login&clientState=${CLIENT_STATE}`,
    );
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('prompt')).toBe('login');
    expect(location.searchParams.get('code_challenge_method')).toBe('S256');
    expect(location.searchParams.get('nonce')).toMatch(/^[\w-]{43}$/);
  });

  it('lists what one can sign in with, without secrets', async () => {
    const answer = await fetch(`${running.gateway.url}/api/auth/providers`);
    expect(await answer.json()).toEqual({ docs: [{ key: 'local', name: 'This machine', kind: 'oidc' }] });
  });
});
