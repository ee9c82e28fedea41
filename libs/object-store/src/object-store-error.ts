/**
 * `not-found` no such object or multipart upload · `exists` a conditional create met an object · `bad-range` the range lies outside ·
 * `bad-part` parts missing, out of order or with another ETag · `bad-key` not a key · `size-mismatch` the body is not as long as announced ·
 * `full` the store has no room · `unavailable` the store failed; the cause says why.
 */
export type ObjectStoreErrorCode =
  | 'not-found'
  | 'exists'
  | 'bad-range'
  | 'bad-part'
  | 'bad-key'
  | 'size-mismatch'
  | 'full'
  | 'unavailable';

/** The only error an object store throws of itself. */
export class ObjectStoreError extends Error {
  constructor(
    readonly code: ObjectStoreErrorCode,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.name = 'ObjectStoreError';
  }
}

/** Whether an error is one of an object store, with this code when one is given. */
export const isObjectStoreError = (error: unknown, code?: ObjectStoreErrorCode): error is ObjectStoreError =>
  error instanceof ObjectStoreError && (code === undefined || error.code === code);
