import type { Readable } from 'node:stream';

/**
 * `exists`: a conditional create met an object · `bad-range`: outside the object · `bad-part`: missing, out
 * of order or another ETag · `size-mismatch`: not as announced · `full`: no room · `unavailable`: see its
 * cause.
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

export interface ObjectInfo {
  key: string;
  size: number;
  etag: string;
  modified: Date;
}
export interface PartInfo {
  partNumber: number;
  etag: string;
  size: number;
}

/**
 * Stores objects by flat opaque keys (`[A-Za-z0-9_-]{1,128}`) in a folder or an S3 store. Answered writes survive a
 * power cut. Throws ObjectStoreError; a body that fails rejects with its own error and leaves nothing.
 */
export interface ObjectStore {
  /** Readers see all or nothing. With `ifAbsent` an existing key is `exists` (of 20 racers one wins). */
  put(
    key: string,
    body: Readable | Uint8Array,
    options?: { size?: number; ifAbsent?: boolean },
  ): Promise<ObjectInfo>;
  /** Both ends are inclusive, as in HTTP. */
  get(
    key: string,
    range?: { start: number; end?: number },
  ): Promise<{ info: ObjectInfo; body: Readable; start: number; end: number }>;
  /**
   * The address where a browser GETs the object; null for a folder. `disposition` and `type` become
   * `Content-Disposition` and `Content-Type`.
   */
  presignGet(
    key: string,
    expiresInMs: number,
    presented: { disposition: string; type: string },
  ): Promise<string | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Missing keys are fine. */
  delete(keys: readonly string[]): Promise<void>;
  /** Order: by key. */
  list(options?: { prefix?: string; after?: string }): AsyncIterable<ObjectInfo>;

  createMultipart(key: string): Promise<string>;
  /** 1–10,000 in any order; the last write of a number counts. */
  putPart(
    key: string,
    multipartId: string,
    partNumber: number,
    body: Readable | Uint8Array,
    size: number,
  ): Promise<PartInfo>;
  /** The address where the browser PUTs the part; null for a folder. With `size` exactly so many bytes. */
  presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    expiresInMs: number,
    size?: number,
  ): Promise<string | null>;
  listParts(key: string, multipartId: string): Promise<PartInfo[]>;
  /** A wrong ETag is `bad-part`. */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly Pick<PartInfo, 'partNumber' | 'etag'>[],
  ): Promise<ObjectInfo>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Absent where no bound is known. */
  freeBytes?(): Promise<number>;
  /** The local file, read-only; absent for remote stores. */
  pathOf?(key: string): string;

  /** The sweeper calls it. */
  listMultiparts(): AsyncIterable<{ key: string; multipartId: string; started: Date }>;
}
