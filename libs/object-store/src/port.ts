import type { Readable } from 'node:stream';

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
 * Bytes by flat opaque keys (`[A-Za-z0-9_-]{1,128}`): a folder here, an S3 store in a cluster. What a call has answered survives a power cut.
 * Errors: ObjectStoreError (see object-store-error.ts). A body that fails while it is read rejects with its own error and leaves nothing behind.
 */
export interface ObjectStore {
  /** Writes an object whole; readers see all or nothing. With `ifAbsent` an existing key is `exists` (20 racers: one wins). `size`, when given, must match. */
  put(
    key: string,
    body: Readable | Uint8Array,
    options?: { size?: number; ifAbsent?: boolean },
  ): Promise<ObjectInfo>;
  /** `start` and `end` are byte positions, both inclusive, like an HTTP range. */
  get(
    key: string,
    range?: { start: number; end?: number },
  ): Promise<{ info: ObjectInfo; body: Readable; start: number; end: number }>;
  /**
   * An address where a browser GETs the object itself, in ranges too, or null where the store has none (folder). `disposition` and `type` are what it answers
   * as `Content-Disposition` and `Content-Type`, whatever is stored.
   */
  presignGet(
    key: string,
    expiresInMs: number,
    presented: { disposition: string; type: string },
  ): Promise<string | null>;
  head(key: string): Promise<ObjectInfo | null>;
  /** Missing keys are fine. */
  delete(keys: readonly string[]): Promise<void>;
  /** In order of keys. */
  list(options?: { prefix?: string; after?: string }): AsyncIterable<ObjectInfo>;

  createMultipart(key: string): Promise<string>;
  /** Parts 1–10,000 in any order, again after a failure; the last write of a number counts. */
  putPart(
    key: string,
    multipartId: string,
    partNumber: number,
    body: Readable | Uint8Array,
    size: number,
  ): Promise<PartInfo>;
  /**
   * An address where the browser PUTs the part itself, or null where the store has none (folder): then the service's own part route serves.
   * With `size` the store takes exactly so many bytes there.
   */
  presignPart(
    key: string,
    multipartId: string,
    partNumber: number,
    expiresInMs: number,
    size?: number,
  ): Promise<string | null>;
  listParts(key: string, multipartId: string): Promise<PartInfo[]>;
  /** Joins the parts; a wrong ETag is `bad-part` and leaves everything as it was. */
  completeMultipart(
    key: string,
    multipartId: string,
    parts: readonly Pick<PartInfo, 'partNumber' | 'etag'>[],
  ): Promise<ObjectInfo>;
  abortMultipart(key: string, multipartId: string): Promise<void>;
  /** Bytes that can still be written; absent where the store has no bound that it knows. */
  freeBytes?(): Promise<number>;
  /** The file of this machine that has its bytes, if any, for reading only; a store elsewhere has none. */
  pathOf?(key: string): string;

  /** Unfinished ones, for the sweeper. */
  listMultiparts(): AsyncIterable<{ key: string; multipartId: string; started: Date }>;
}
