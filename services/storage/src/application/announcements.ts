import type { Blob } from '../domain/blob.js';

/** Uploads that the others may have to be told of. */
export interface Announcements {
  due(now: Date, most: number): Promise<Blob[]>;
  /** Announces one, once. False: it was told by another process, or claimed. */
  announce(blob: Blob): Promise<boolean>;
}
