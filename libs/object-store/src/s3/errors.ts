import { ObjectStoreError, type ObjectStoreErrorCode } from '../object-store-error.js';
import { S3Refusal } from './refusal.js';

/** Reasons that have a word in the port. All others are the store's own trouble: `unavailable`. */
const byReason: Readonly<Record<string, ObjectStoreErrorCode>> = {
  NoSuchKey: 'not-found',
  NoSuchUpload: 'not-found',
  PreconditionFailed: 'exists',
  InvalidRange: 'bad-range',
  InvalidPart: 'bad-part',
  InvalidPartOrder: 'bad-part',
  InvalidPartNumber: 'bad-part',
  EntityTooSmall: 'bad-part',
  EntityTooLarge: 'full',
  QuotaExceeded: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
};

/** For answers without a reason. Not 404: so says also a proxy that has lost its way. */
const byStatus: Readonly<Record<number, ObjectStoreErrorCode>> = {
  412: 'exists',
  416: 'bad-range',
  507: 'full',
};

const words: Partial<Record<ObjectStoreErrorCode, string>> = {
  'not-found': 'No such object or upload in parts',
  exists: 'An object with this key exists',
  'bad-range': 'The range lies outside of the object',
  'bad-part': 'A part is missing or has another ETag',
  full: 'The store has no room left',
};

/** What failed, in the port's words. What comes from neither the store nor the way to it (a body of the caller, say) passes unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof S3Refusal) {
    const code = byReason[error.reason] ?? (error.reason === '' ? byStatus[error.status] : undefined);
    return code
      ? new ObjectStoreError(code, words[code] ?? error.message, { cause: error })
      : new ObjectStoreError('unavailable', `The store refused: ${error.message}`, { cause: error });
  }
  if (error instanceof BodyFailure) return error.error;
  if (!isFailureOfTheWay(error)) return error;
  if (FULL.has(error.code))
    return new ObjectStoreError('full', 'There is no room for a body on its way', { cause: error });
  return new ObjectStoreError('unavailable', `The store is not reachable: ${error.message}`, {
    cause: error,
  });
}

/** All in capitals, but for those by which Node reports mistakes in a program. */
const wayCode = /^(?!ERR_(?!TLS|SSL|SOCKET|STREAM_PREMATURE))[A-Z][A-Z0-9_]+$/;

/** An error of node:net, node:tls, node:http, of the file system or of a time-out, by its code. */
export const isFailureOfTheWay = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && wayCode.test(error.code);

/** A body could not be read: the caller gets to know its own error. */
export class BodyFailure extends Error {
  constructor(readonly error: unknown) {
    super('The body broke off');
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** Runs work with the store; its errors leave in the port's words. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}
