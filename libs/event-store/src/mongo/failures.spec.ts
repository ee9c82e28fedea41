import { MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isTransient, isUnknownCommit } from './failures.js';

const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
const duplicate = new MongoServerError({ message: 'E11000', code: 11000 });

describe('a command whose connection to the database is gone', () => {
  it.each([
    ['cut', new MongoNetworkError('read ECONNRESET')],
    ['ended by the server', ended],
  ])('is tried again, and so is its commit: %s', (_words, error) => {
    expect(isTransient(error)).toBe(true);
    expect(isUnknownCommit(error)).toBe(true);
  });

  it('is not tried again after an answer', () => {
    expect(isTransient(duplicate)).toBe(false);
    expect(isUnknownCommit(duplicate)).toBe(false);
  });
});
