import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Binary, Collection, Db, ClientSession, MongoClient } from 'mongodb';
import type { KeptArchive } from '../application/archive/kept-archives.js';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout } from '../domain/takeout.js';

/** A set: adding twice is adding once. Removed ones stay as tombstones against late additions. */
export interface Reference {
  /** Format: `<blobId>.<elementId>` */
  _id: string;
  drive: DriveId;
  blobId: BlobId;
  elementId: ElementId;
  gone: Date | null;
}

export interface ArchivePage {
  /** Format: `<list>.<number>` */
  _id: string;
  list: string;
  drive: DriveId;
  /** Format: JSON, `[path, blob or null, size, CRC-32 or null, seconds]` each. */
  entries: string;
  /** Format: raw deflate. */
  text?: Binary;
}

export interface UnnamedCounter {
  _id: DriveId;
  bytes: number;
}

export interface Hold {
  _id: string;
  owner: string;
  until: Date;
}

/**
 * `events` next to them is the outbox of libs/event-store.
 * - `blobs`: each key that has bytes or may; recorded before the key is written. `once` is unique among
 * finished ones.
 * - `uploads`: in parts, kept for 7 days, so that they resume and `complete` is repeatable.
 * - `closed`: tombstones of drives, written by the kit.
 * - `archives`, `archivePages`: lists of downloads, for a day; lists and texts of takeouts.
 * - `holds`: who sweeps (`leases` is the relay's).
 */
export interface StorageCollections {
  blobs: Collection<Blob>;
  uploads: Collection<MultipartUpload>;
  refs: Collection<Reference>;
  unnamed: Collection<UnnamedCounter>;
  archives: Collection<KeptArchive & { whole: boolean }>;
  archivePages: Collection<ArchivePage>;
  takeouts: Collection<Takeout>;
  holds: Collection<Hold>;
  closed: Collection<{ _id: DriveId }>;
}

/** Survives `kill -9` and a power cut. */
export const durable = { writeConcern: { w: 'majority', journal: true } } as const;

export const collectionsOf = (db: Db): StorageCollections => ({
  blobs: db.collection('blobs', durable),
  uploads: db.collection('uploads', durable),
  refs: db.collection('refs', durable),
  unnamed: db.collection('unnamed', durable),
  archives: db.collection('archives', durable),
  archivePages: db.collection('archivePages', durable),
  takeouts: db.collection('takeouts', durable),
  holds: db.collection('holds', durable),
  closed: db.collection('closed', { ...durable, readConcern: { level: 'majority' } }),
});

/** Durable; `work` is retried on transient errors. */
export const inTransaction = <T>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> =>
  client.withSession((session) =>
    session.withTransaction(() => work(session), {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
    }),
  );

/** Each has its index. A partial index is used only if its condition is repeated, hence `$type`. */
export const blobQueries = {
  finished: (once: string) => ({ once, finished: { $type: 'date' as const } }),
  /** Includes partly removed ones. */
  expired: (now: Date) => ({ expires: { $type: 'date' as const, $lte: now }, finished: null }),
  /** Blobs deleted after a takeout was asked for are kept as long as the takeout. */
  condemned: (since: Date, takeouts: readonly Pick<Takeout, '_id' | 'asked'>[] = []) => ({
    condemned: { $type: 'date' as const, $lte: since },
    ...(takeouts.length > 0 && {
      $nor: takeouts.map(({ _id: drive, asked }) => ({ drive, condemned: { $gte: asked } })),
    }),
  }),
  unclaimed: (now: Date) => ({ 'announcement.due': { $type: 'date' as const, $lte: now } }),
  unhashed: () => ({ hashDue: { $type: 'date' as const }, state: 'ready' as const }),
  buried: (before: Date) => ({ gone: { $type: 'date' as const, $lte: before } }),
  madeFrom: (source: BlobId) => ({ source: { $eq: source, $type: 'string' as const } }),
};
