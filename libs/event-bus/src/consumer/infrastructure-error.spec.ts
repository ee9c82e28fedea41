import { DomainError } from '@skyshelf/contracts';
import {
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  type BulkWriteResult,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { isInfrastructureError } from './infrastructure-error.js';

const coded = (code: string) => Object.assign(new Error(code), { code });
const ofStore = (code: string) => Object.assign(coded(code), { name: 'ObjectStoreError' });
const bulk = (error: Error) => new MongoBulkWriteError(error, {} as BulkWriteResult);
const labelled = (label: string) => {
  const error = new MongoServerError({ message: label });
  error.addErrorLabel(label);
  return error;
};

describe('an error of an outage', () => {
  it.each([
    ['a cut connection', new MongoNetworkError('connection 1 closed')],
    ['a connection cut amid a bulk', bulk(new MongoNetworkError('read ECONNRESET'))],
    ['a server that shuts down', new MongoServerError({ message: 'shutting down', code: 11600 })],
    ['a session that another process ended', new MongoServerError({ message: 'interrupted', code: 11601 })],
    ['a write conflict that did not end', labelled('TransientTransactionError')],
    ['a commit without an answer', labelled('UnknownTransactionCommitResult')],
    ['a refused connection', coded('ECONNREFUSED')],
    ['a full disk', coded('ENOSPC')],
    ['a body that broke off', coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')],
    ['a failed fetch', new TypeError('fetch failed', { cause: coded('UND_ERR_SOCKET') })],
    ['one of several addresses', new AggregateError([coded('ECONNREFUSED')])],
    ['an object store that refuses everything', ofStore('unavailable')],
    ['a neighbour that starts', new DomainError('starting')],
    [
      'a neighbour out of reach, told by a service between',
      new Error('no thumbnail', { cause: new DomainError('service.unavailable') }),
    ],
  ])('is %s', (_words, error) => expect(isInfrastructureError(error)).toBe(true));

  it.each([
    ['a name that exists', new DomainError('name.exists')],
    ['a bug', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['a duplicate key', new MongoServerError({ message: 'E11000', code: 11000 })],
    ['a duplicate key amid a bulk', bulk(new MongoServerError({ message: 'E11000', code: 11000 }))],
    ['a missing file', coded('ENOENT')],
    ['an object that is gone', ofStore('not-found')],
    ['no error at all', 'text'],
  ])('is not %s', (_words, error) => expect(isInfrastructureError(error)).toBe(false));

  it('is what a driver says that finds no server', async () => {
    const client = new MongoClient(
      'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50&directConnection=true',
    );
    const error: unknown = await client
      .db('x')
      .command({ ping: 1 })
      .catch((reason: unknown) => reason);
    expect(isInfrastructureError(error)).toBe(true);
    await client.close();
    const closed: unknown = await client
      .db('x')
      .command({ ping: 1 })
      .catch((reason: unknown) => reason);
    expect(isInfrastructureError(closed)).toBe(true);
  });

  it('does not look along an endless chain of causes', () => {
    const one = new Error('one');
    one.cause = new Error('two', { cause: one });
    expect(isInfrastructureError(one)).toBe(false);
  });
});
