import type { DriveId } from '@skyshelf/contracts';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import type { ArchiveLayout } from '../../domain/archive/archive-layout.js';

export interface KeptArchive {
  _id: string;
  drive: DriveId;
  /** Equal for equal requests. */
  ask: string;
  /** Hash of names, dates and blobs. */
  tag: string;
  name: string;
  version: number;
  layout: ArchiveLayout;
  bytes: number;
  expires: Date;
}

/** A download can be resumed though the tree has changed. */
export interface KeptArchives {
  newest(drive: DriveId, ask: string, now: Date): Promise<KeptArchive | null>;
  tagged(drive: DriveId, ask: string, tag: string, now: Date): Promise<KeptArchive | null>;
  /** Expires after a crash. */
  begin(list: Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>): Promise<void>;
  addPage(
    list: Pick<KeptArchive, '_id' | 'drive' | 'ask'>,
    index: number,
    entries: readonly ArchiveEntry[],
  ): Promise<void>;
  addText(list: Pick<KeptArchive, '_id' | 'drive'>, index: number, bytes: Buffer): Promise<void>;
  text(id: string, index: number): Promise<Buffer>;
  /**
   * Stores the list, or gives the equal one that exists. Removes a drive's oldest when it has too many, never its
   * takeout's.
   */
  finish(list: KeptArchive): Promise<KeptArchive>;
  prolong(id: string, expires: Date): Promise<void>;
  forget(id: string): Promise<void>;
  forgetExpired(now: Date, most: number): Promise<number>;
  /** @throws DomainError `file.not-found` */
  page(id: string, index: number): Promise<readonly ArchiveEntry[]>;
}
