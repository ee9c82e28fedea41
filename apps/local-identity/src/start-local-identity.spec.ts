import { describe, expect, it } from 'vitest';
import { isLocalUrl, refuseRemote } from './start-local-identity.js';

describe('the local sign-in', () => {
  it.each([
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
    'http://sky.localhost',
    'https://127.9.9.9',
  ])('serves %s', (url) => {
    expect(isLocalUrl(url)).toBe(true);
    expect(() => refuseRemote({ publicUrl: url, host: '127.0.0.1' })).not.toThrow();
  });

  it.each([
    'http://sky.example',
    'http://192.168.1.5:8080',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://0.0.0.0',
    'nonsense',
  ])('refuses %s, which others can reach, unless that is allowed explicitly', (publicUrl) => {
    expect(() => refuseRemote({ publicUrl, host: '127.0.0.1' })).toThrow(
      `${publicUrl} is reachable from others`,
    );
    expect(() => refuseRemote({ publicUrl, host: '127.0.0.1', allowRemote: true })).not.toThrow();
  });

  it('refuses to listen to others', () => {
    for (const host of ['0.0.0.0', '192.168.1.5', '::']) {
      expect(() => refuseRemote({ publicUrl: 'http://127.0.0.1:8080', host })).toThrow(
        'is not a loopback address',
      );
    }
  });
});
