import { DomainError, type Access } from '@skyshelf/contracts';
import { describe, expect, it } from 'vitest';
import { cookieValue, presentedToken } from './presented-token.js';

const present = (access: Access, parts: { method?: string; authorization?: string; cookie?: string }) =>
  presentedToken({
    access,
    method: 'GET',
    authorization: undefined,
    cookie: undefined,
    cookieName: 'skyshelf',
    ...parts,
  });

describe('the token that counts', () => {
  it('stands in the header for users, and only there', () => {
    expect(present('user', { authorization: 'Bearer abc' })).toBe('abc');
    expect(() => present('user', { cookie: 'skyshelf=abc' })).toThrow(new DomainError('auth.required'));
    expect(() => present('user', {})).toThrow(new DomainError('auth.required'));
    expect(() => present('user', { authorization: 'Basic abc' })).toThrow(new DomainError('auth.required'));
  });

  it('is forged when something else stands in its place, for visitors too', () => {
    for (const access of ['user', 'reader', 'visitor'] as const) {
      for (const authorization of ['Bearer two words', 'Bearer', 'bearer  ', 'Bearer \u00e9']) {
        expect(() => present(access, { authorization })).toThrow(new DomainError('auth.forged'));
      }
    }
  });

  it('may stand in the cookie where a reader gets something, never where something is changed', () => {
    expect(present('reader', { cookie: 'a=b; skyshelf=abc; c=d' })).toBe('abc');
    expect(present('reader', { method: 'HEAD', cookie: 'skyshelf=abc' })).toBe('abc');
    expect(present('reader', { authorization: 'Bearer x', cookie: 'skyshelf=abc' })).toBe('x');
    expect(() => present('reader', { method: 'POST', cookie: 'skyshelf=abc' })).toThrow(
      new DomainError('auth.required'),
    );
  });

  it('is of no matter where everybody may come', () => {
    expect(present('public', { authorization: 'Bearer abc' })).toBeNull();
    expect(present('signed', { authorization: 'Bearer abc' })).toBeNull();
    expect(present('visitor', { cookie: 'skyshelf=abc' })).toBeNull();
    expect(present('visitor', { authorization: 'Bearer abc' })).toBe('abc');
  });

  it('is not another cookie whose name ends alike', () => {
    expect(cookieValue('my-skyshelf=1; skyshelf=2', 'skyshelf')).toBe('2');
    expect(cookieValue('skyshelf=', 'skyshelf')).toBeNull();
    expect(cookieValue(undefined, 'skyshelf')).toBeNull();
  });
});
