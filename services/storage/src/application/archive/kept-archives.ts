import type { DriveId } from '@skyshelf/contracts';
import type { ArchiveEntry } from '../../domain/archive/zip-records.js';
import type { ArchiveLayout } from '../../domain/archive/archive-layout.js';

/** As it was when its download began. */
export interface KeptArchive {
  _id: string;
  drive: DriveId;
  /** Equal texts ask for the same. */
  ask: string;
  /** Made of names, dates and blobs: the same for the same bytes anywhere. */
  tag: string;
  name: string;
  /** Of the drive when the list was made or confirmed. */
  version: number;
  layout: ArchiveLayout;
  bytes: number;
  expires: Date;
}

/** So that a download goes on though the tree has changed. */
export interface KeptArchives {
  newest(drive: DriveId, ask: string, now: Date): Promise<KeptArchive | null>;
  tagged(drive: DriveId, ask: string, tag: string, now: Date): Promise<KeptArchive | null>;
  /** What a crash leaves goes at `expires`. */
  begin(list: Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>): Promise<void>;
  addPage(
    list: Pick<KeptArchive, '_id' | 'drive' | 'ask'>,
    index: number,
    entries: readonly ArchiveEntry[],
  ): Promise<void>;
  addText(list: Pick<KeptArchive, '_id' | 'drive'>, index: number, bytes: Buffer): Promise<void>;
  /** @throws DomainError `file.not-found` */
  text(id: string, index: number): Promise<Buffer>;
  /** An equal one counts instead. Too many of a drive: the oldest go, not those of its takeout. */
  finish(list: KeptArchive): Promise<KeptArchive>;
  prolong(id: string, expires: Date): Promise<void>;
  forget(id: string): Promise<void>;
  forgetExpired(now: Date, most: number): Promise<number>;
  /** @throws DomainError `file.not-found`: the list is gone */
  page(id: string, index: number): Promise<readonly ArchiveEntry[]>;
}
