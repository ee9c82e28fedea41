import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Binary, Collection, Db, ClientSession, MongoClient } from 'mongodb';
import type { KeptArchive } from '../application/archive/kept-archives.js';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout } from '../domain/takeout.js';

/**
 * A set, never a count: adding twice is adding once. A removed one stays as a tombstone: a late addition finds
 * it and changes nothing.
 */
export interface Reference {
  /** `<blobId>.<elementId>` */
  _id: string;
  drive: DriveId;
  blobId: BlobId;
  elementId: ElementId;
  /** null while the element names the blob. */
  gone: Date | null;
}

export interface ArchivePage {
  /** `<list>.<number>` */
  _id: string;
  list: string;
  drive: DriveId;
  /** JSON: `[path, blob or null, size, CRC-32 or null, seconds]` each. */
  entries: string;
  /** Raw deflate. */
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
 * - `blobs`: one for each key that holds bytes or may; recorded before the key is written. `once` is unique
 * among finished ones.
 * - `uploads`: in parts, kept for 7 days from their start, so that they go on and `complete` can be repeated.
 * - `closed`: tombstones of drives; the kit writes them.
 * - `archives`, `archivePages`: lists of downloaded archives, for a day; those and the texts of takeouts, as
 * long as these.
 * - `takeouts`: one of each drive.
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

/** Durable; `work` may run again on a transient error. */
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

/**
 * Each by an index of its own. The server takes a partial index only for a query that repeats its condition,
 * so each has a `$type`.
 */
export const blobQueries = {
  finished: (once: string) => ({ once, finished: { $type: 'date' as const } }),
  /** Also half removed. */
  expired: (now: Date) => ({ expires: { $type: 'date' as const, $lte: now }, finished: null }),
  /** What was deleted after a takeout was asked for may be in it, and stays as long. */
  condemned: (since: Date, takeouts: readonly Pick<Takeout, '_id' | 'asked'>[] = []) => ({
    condemned: { $type: 'date' as const, $lte: since },
    ...(takeouts.length > 0 && {
      $nor: takeouts.map(({ _id: drive, asked }) => ({ drive, condemned: { $gte: asked } })),
    }),
  }),
  /** Due by now. */
  unclaimed: (now: Date) => ({ 'announcement.due': { $type: 'date' as const, $lte: now } }),
  unhashed: () => ({ hashDue: { $type: 'date' as const }, state: 'ready' as const }),
  buried: (before: Date) => ({ gone: { $type: 'date' as const, $lte: before } }),
  madeFrom: (source: BlobId) => ({ source: { $eq: source, $type: 'string' as const } }),
};
