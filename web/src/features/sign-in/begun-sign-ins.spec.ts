import { beforeEach, describe, expect, it } from 'vitest';
import { beginSignIn, consumeSignIn } from './begun-sign-ins.js';

/** Implements the part of `Storage` that is used here; keys are own properties, as in a browser. */
const memory = (): Storage =>
  Object.defineProperties({} as Storage, {
    getItem: {
      value(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
    },
    setItem: {
      value(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
    },
    removeItem: {
      value(this: Record<string, string>, key: string) {
        delete this[key];
      },
    },
  });

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;

describe('a sign-in that began in this browser', () => {
  let storage: Storage;
  beforeEach(() => void (storage = memory()));

  it('is known by its value, once', () => {
    const state = beginSignIn(storage, NOW);
    expect(state).toMatch(/^[0-9a-f]{64}$/);
    expect(consumeSignIn(storage, state, NOW + 9 * MINUTE)).toBe(true);
    expect(consumeSignIn(storage, state, NOW + 9 * MINUTE)).toBe(false);
  });

  it('is not known by another value, by none, or in another browser', () => {
    const state = beginSignIn(storage, NOW);
    expect(consumeSignIn(storage, '0'.repeat(64), NOW)).toBe(false);
    expect(consumeSignIn(storage, '', NOW)).toBe(false);
    expect(consumeSignIn(memory(), state, NOW)).toBe(false);
  });

  it('has a value of its own in each tab', () => {
    const first = beginSignIn(storage, NOW);
    const second = beginSignIn(storage, NOW);
    expect(consumeSignIn(storage, second, NOW)).toBe(true);
    expect(consumeSignIn(storage, first, NOW)).toBe(true);
  });

  it('is forgotten when no one came back', () => {
    const state = beginSignIn(storage, NOW);
    beginSignIn(storage, NOW + 16 * MINUTE);
    expect(Object.keys(storage)).toHaveLength(1);
    expect(consumeSignIn(storage, state, NOW + 16 * MINUTE)).toBe(false);
  });
});
