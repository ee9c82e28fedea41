/**
 * `exists`: a conditional create met an object · `bad-range`: outside the object · `bad-part`: missing, out
 * of order or another ETag · `size-mismatch`: not as long as announced · `full`: no room · `unavailable`: see
 * its cause.
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

export const isObjectStoreError = (error: unknown, code?: ObjectStoreErrorCode): error is ObjectStoreError =>
  error instanceof ObjectStoreError && (code === undefined || error.code === code);
