import { MongoBulkWriteError, MongoNetworkError, MongoServerError, type BulkWriteResult } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { toDomainError } from './error-translation.js';

const bulk = (error: Error) => new MongoBulkWriteError(error, {} as BulkWriteResult);

describe('while a store is away, a request is told to come again', () => {
  it.each([
    ['a connection that the server has ended', Object.assign(new Error('ended'), { code: 'EPIPE' })],
    ['a cut connection', new MongoNetworkError('read ECONNRESET')],
    ['a connection cut amid a bulk', bulk(new MongoNetworkError('read ECONNRESET'))],
    ['a server that is no primary any more', new MongoServerError({ message: 'not primary', code: 10107 })],
    ['a server that shuts down', new MongoServerError({ message: 'shutting down', code: 91 })],
    ['a session that was ended', new MongoServerError({ message: 'interrupted', code: 11601 })],
    [
      'an object store out of reach',
      Object.assign(new Error('x'), { name: 'ObjectStoreError', code: 'unavailable' }),
    ],
  ])('after %s', (_words, error) => expect(toDomainError(error).code).toBe('service.unavailable'));

  it.each([
    ['a duplicate key', new MongoServerError({ message: 'E11000', code: 11000 })],
    ['a duplicate key amid a bulk', bulk(new MongoServerError({ message: 'E11000', code: 11000 }))],
  ])('but not after %s, which no one foresaw', (_words, error) =>
    expect(toDomainError(error).code).toBe('internal'),
  );
});
