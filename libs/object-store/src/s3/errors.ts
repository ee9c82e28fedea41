import { ObjectStoreError, type ObjectStoreErrorCode } from '../port.js';

/** All others are `unavailable`. */
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

/** A 404 is missing here, because a misconfigured proxy sends it, too. */
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

/** Other errors (the caller's body, say) pass unchanged. */
export function storeError(error: unknown): unknown {
  if (error instanceof S3Refusal) {
    const code = byReason[error.reason] ?? (error.reason === '' ? byStatus[error.status] : undefined);
    return code
      ? new ObjectStoreError(code, words[code] ?? error.message, { cause: error })
      : new ObjectStoreError('unavailable', `The store refused: ${error.message}`, { cause: error });
  }
  if (error instanceof BodyFailure) return error.error;
  if (!isTransportError(error)) return error;
  if (FULL.has(error.code))
    return new ObjectStoreError('full', 'There is no room for a body on its way', { cause: error });
  return new ObjectStoreError('unavailable', `The store is not reachable: ${error.message}`, {
    cause: error,
  });
}

/** It matches capitals and excludes Node's codes for programming mistakes. */
const wayCode = /^(?!ERR_(?!TLS|SSL|SOCKET|STREAM_PREMATURE))[A-Z][A-Z0-9_]+$/;

export const isTransportError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && wayCode.test(error.code);

/** The caller gets its own error. */
export class BodyFailure extends Error {
  constructor(readonly error: unknown) {
    super('The body broke off');
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}

export class S3Refusal extends Error {
  constructor(
    readonly status: number,
    /** Example: `NoSuchKey`; empty for HEAD. */
    readonly reason: string,
    message: string,
  ) {
    super(`${status} ${reason || 'without a reason'}${message && `: ${message}`}`);
    this.name = 'S3Refusal';
  }
}

export const isRefusal = (error: unknown, ...reasons: string[]): error is S3Refusal =>
  error instanceof S3Refusal && (reasons.length === 0 || reasons.includes(error.reason));

/** The code is node:net's. */
export class S3Silence extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(
    message: string,
    /** It may have been done. */
    readonly wasReached: boolean,
  ) {
    super(message);
    this.name = 'S3Silence';
  }
}
