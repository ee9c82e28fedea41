import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isTransient, isUnknownCommit } from './failures.js';

const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
const cut = new MongoNetworkError('connection 2 to 127.0.0.1:27900 closed');
const ofMany = (cause: Error) => new MongoBulkWriteError(cause, null as never);
const duplicate = new MongoServerError({ message: 'E11000', code: 11000 });

const interrupted = new MongoServerError({ message: 'operation was interrupted', code: 11601 });

describe('a command whose connection to the database is gone', () => {
  it.each([
    ['cut', new MongoNetworkError('read ECONNRESET')],
    ['cut in a write of several documents', ofMany(cut)],
    ['ended by the server', ended],
    ['ended in a write of several documents', ofMany(ended)],
    ['with its session, as if its process were gone', interrupted],
    ['with its session in a write of several documents', ofMany(interrupted)],
  ])('is tried again, and so is its commit: %s', (_words, error) => {
    expect(isTransient(error)).toBe(true);
    expect(isUnknownCommit(error)).toBe(true);
  });

  it('sends a commit again whose end no majority has confirmed, until its label says so', () => {
    const fields = { message: 'Transaction with { txnNumber: 91 } has been aborted.', code: 251 };
    const unconfirmed = new MongoServerError({ ...fields, writeConcernError: { code: 11601 } });
    expect(isUnknownCommit(unconfirmed)).toBe(true);
    const confirmed = new MongoServerError({ ...fields, errorLabels: ['TransientTransactionError'] });
    expect(isUnknownCommit(confirmed)).toBe(false);
    expect(isTransient(confirmed)).toBe(true);
  });

  it.each([duplicate, ofMany(duplicate)])('is not tried again after an answer', (error) => {
    expect(isTransient(error)).toBe(false);
    expect(isUnknownCommit(error)).toBe(false);
  });
});
