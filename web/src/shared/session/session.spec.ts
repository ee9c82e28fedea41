import { beforeEach, describe, expect, it } from 'vitest';
import { clearSession, isSessionKey, readSession, writeSession } from './session.js';

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key = (index: number): string | null => [...this.#items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#items.set(key, value);
  removeItem = (key: string): void => void this.#items.delete(key);
  clear = (): void => this.#items.clear();
}

describe('the session that the tabs of a browser share', () => {
  let storage: Storage;
  beforeEach(() => void (storage = new MemoryStorage()));

  it('is stored under the names of the specification', () => {
    writeSession(storage, { accessToken: 'a', idToken: 'i', expiresAt: 2000 });
    expect([
      storage.getItem('access_token'),
      storage.getItem('id_token'),
      storage.getItem('expires_at'),
    ]).toEqual(['a', 'i', '2000']);
    expect(readSession(storage, 1999)).toEqual({ accessToken: 'a', idToken: 'i', expiresAt: 2000 });
  });

  it('is over at its expiry', () => {
    writeSession(storage, { accessToken: 'a', idToken: 'i', expiresAt: 2000 });
    expect(readSession(storage, 2000)).toBeNull();
  });

  it.each([['nonsense'], ['']])('is none when the expiry reads "%s"', (expiry) => {
    storage.setItem('access_token', 'a');
    storage.setItem('expires_at', expiry);
    expect(readSession(storage, 1)).toBeNull();
  });

  it('leaves nothing behind', () => {
    writeSession(storage, { accessToken: 'a', idToken: 'i', expiresAt: 2000 });
    clearSession(storage);
    expect(storage.length).toBe(0);
  });

  it('knows which storage events concern it', () => {
    expect(['access_token', null, 'skyshelf:view'].map(isSessionKey)).toEqual([true, true, false]);
  });
});
