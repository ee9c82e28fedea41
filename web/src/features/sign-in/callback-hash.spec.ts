import { describe, expect, it } from 'vitest';
import { readCallbackHash } from './callback-hash.js';

const NOW = 1_700_000_000_000;

describe('coming back from the identity provider', () => {
  it('reads the tokens, when they expire, and the value that this browser gave', () => {
    expect(readCallbackHash(`#access_token=a.b&id_token=i&expires_at=${NOW + 5}&state=s`, NOW)).toEqual({
      kind: 'session',
      session: { accessToken: 'a.b', idToken: 'i', expiresAt: NOW + 5 },
      state: 's',
    });
  });
  it('understands a duration in seconds too', () => {
    expect(readCallbackHash('#access_token=a&expires_in=60', NOW)).toMatchObject({
      session: { expiresAt: NOW + 60_000 },
      state: '',
    });
  });
  it('reports an error, whatever else is there [S4.12]', () => {
    expect(readCallbackHash('#error=invalid_token&access_token=a', NOW)).toEqual({
      kind: 'error',
      error: 'invalid_token',
    });
  });
  it('reads the offer to keep an account that is about to be deleted, or that it is too late', () => {
    const hash = '#error=account_closing&keep=c-1&delete_after=2026-11-27T02%3A00%3A00.000Z';
    const account = { keep: 'c-1', deleteAfter: '2026-11-27T02:00:00.000Z' };
    expect(readCallbackHash(hash, NOW)).toEqual({ kind: 'closing', account });
    const gone = { keep: null, deleteAfter: null };
    expect(readCallbackHash('#error=account_closing', NOW)).toEqual({ kind: 'closing', account: gone });
  });
  it.each([
    '',
    '#',
    '#access_token=a',
    `#access_token=a&expires_at=${NOW - 1}`,
    '#access_token=a&expires_at=soon',
  ])('finds no session in "%s"', (hash) => expect(readCallbackHash(hash, NOW).kind).toBe('nothing'));
});
