import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Binary, Collection, Db } from 'mongodb';
import type { KeptArchive } from '../application/archive/kept-archives.js';
import type { Blob } from '../domain/blob.js';
import type { MultipartUpload } from '../domain/multipart-upload.js';
import type { Takeout } from '../domain/takeout.js';

/**
 * That an element names a blob. A set, never a count: adding twice is adding once. An element that is gone never names its blob again, so what was
 * removed stays as a tombstone: a late addition, of a process that slept, finds it and changes nothing.
 */
export interface Reference {
  /** `<blobId>.<elementId>` */
  _id: string;
  drive: DriveId;
  blobId: BlobId;
  elementId: ElementId;
  /** Since when the element is gone; null as long as it names the blob. */
  gone: Date | null;
}

/** Some entries of a kept archive, or a piece of a text. */
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

/** How many bytes of a drive no element names, see unnamed-bytes.ts. */
export interface UnnamedCounter {
  _id: DriveId;
  bytes: number;
}

/** Keeps one process at a time at a work: `until` is when the hold runs out. */
export interface Hold {
  _id: string;
  owner: string;
  until: Date;
}

/**
 * The collections of storage, all in its own database; `events` next to them is the outbox of libs/event-store.
 * - `blobs`: one document for each key that holds bytes or may hold them. Recorded before the key is written.
 *   `(once)` unique among finished ones: an upload, or a piece of derived work, becomes one blob whatever is repeated or races.
 *   `(expires)`, `(condemned)`, `(hashDue)`, `(announcement.due)`: what the sweeper looks for. `(source)`: what goes with a blob. `(drive)`, of `refs` too: what
 *   goes with a drive.
 *   `(unnamed, drive, size)` of the fresh ones: what the counter of a drive does not know of yet.
 * - `uploads`: uploads in parts, kept for 7 days from their start, so that they can go on and `complete` can be repeated. `(expires)`. `(drive, begun)`: one's own.
 * - `refs`: `{blobId, elementId}`. `(blobId, gone)`: is there another one? `(gone)`: tombstones that have done their service.
 * - `unnamed`: a counter for each drive.
 * - `closed`: tombstones of drives that are gone for good; the kit writes them.
 * - `archives`, `archivePages`: lists of archives that are downloaded, for a day; those and the texts of takeouts, as long as these. `(drive, ask, expires)`,
 *   `(expires)`; pages `(list)`, `(drive)`.
 * - `takeouts`: the one of each drive. `(expires)`, `(asked)`.
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

/** An acknowledged write survives `kill -9` and a power cut. */
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
