import type { DriveId } from '@skyshelf/contracts';
import type { ArchiveEntry } from '../../domain/archive/archive-entry.js';
import type { ArchiveLayout } from '../../domain/archive/archive-layout.js';

/** The list of an archive, as it was when its download began. */
export interface KeptArchive {
  /** Of this list. */
  _id: string;
  drive: DriveId;
  /** What was asked for: equal texts ask for the same. */
  ask: string;
  /** Follows from names, dates and blobs, and so stands for the archive's bytes: they are the same wherever it is. */
  tag: string;
  /** File name of the archive. */
  name: string;
  /** Of the drive when the list was made, or was found to be still true. */
  version: number;
  layout: ArchiveLayout;
  /** What the list takes in the database, about; bytes. */
  bytes: number;
  expires: Date;
}

/** Lists of archives, kept so that a download that broke off goes on though the tree has changed. */
export interface KeptArchives {
  /** The newest list of what was asked for. */
  newest(drive: DriveId, ask: string, now: Date): Promise<KeptArchive | null>;
  tagged(drive: DriveId, ask: string, tag: string, now: Date): Promise<KeptArchive | null>;
  /** A list is being made. What a crash leaves of it goes at `expires`. */
  begin(list: Pick<KeptArchive, '_id' | 'drive' | 'ask' | 'expires'>): Promise<void>;
  addPage(
    list: Pick<KeptArchive, '_id' | 'drive' | 'ask'>,
    index: number,
    entries: readonly ArchiveEntry[],
  ): Promise<void>;
  /** A piece of a text that archives hold, in place of a page. */
  addText(list: Pick<KeptArchive, '_id' | 'drive'>, index: number, bytes: Buffer): Promise<void>;
  /** @throws DomainError `file.not-found`: as `page` */
  text(id: string, index: number): Promise<Buffer>;
  /** It is whole. Where an equal one is kept already, that one counts. The oldest lists of the drive, but for those of its takeout, go when there are too many. */
  finish(list: KeptArchive): Promise<KeptArchive>;
  /** A download of it begins again: it is kept longer. */
  prolong(id: string, expires: Date): Promise<void>;
  /** Takes back a list, whole or not. */
  forget(id: string): Promise<void>;
  /** Those whose time is over. Answers how many. */
  forgetExpired(now: Date, most: number): Promise<number>;
  /** @throws DomainError `file.not-found`: the list was forgotten meanwhile */
  page(id: string, index: number): Promise<readonly ArchiveEntry[]>;
}
