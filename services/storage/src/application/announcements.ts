import type { Blob } from '../domain/blob.js';

export interface Announcements {
  due(now: Date, most: number): Promise<Blob[]>;
  /** Once. False: another process did, or it was claimed. */
  announce(blob: Blob): Promise<boolean>;
}
