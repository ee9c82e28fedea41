import type { BlobId } from '@skyshelf/contracts';
import type { Takeout } from '../domain/takeout.js';

/**
 * What is looked for in `blobs` and `refs`, each by an index of its own. The server takes a partial index only for a question that repeats the index's condition,
 * so each has a `$type`.
 */
export const blobQueries = {
  /** The blob that an intention became. */
  finished: (once: string) => ({ once, finished: { $type: 'date' as const } }),
  /** Pending ones whose time is over, also half removed. */
  expired: (now: Date) => ({ expires: { $type: 'date' as const, $lte: now }, finished: null }),
  /** Those that no one has named since. What was deleted after a takeout was asked for may be in it, and stays as long as that. */
  condemned: (since: Date, takeouts: readonly Pick<Takeout, '_id' | 'asked'>[] = []) => ({
    condemned: { $type: 'date' as const, $lte: since },
    ...(takeouts.length > 0 && {
      $nor: takeouts.map(({ _id: drive, asked }) => ({ drive, condemned: { $gte: asked } })),
    }),
  }),
  /** Uploads that the others have to be told of by now. */
  unclaimed: (now: Date) => ({ 'announcement.due': { $type: 'date' as const, $lte: now } }),
  /** Those whose bytes are still to be read for a hash. */
  unhashed: () => ({ hashDue: { $type: 'date' as const }, state: 'ready' as const }),
  /** References whose element has been gone since before a moment. */
  buried: (before: Date) => ({ gone: { $type: 'date' as const, $lte: before } }),
  /** What was made from a blob. */
  madeFrom: (source: BlobId) => ({ source: { $eq: source, $type: 'string' as const } }),
};
