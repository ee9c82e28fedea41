import type { BlobId } from '@skyshelf/contracts';
import type { Takeout } from '../domain/takeout.js';

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
