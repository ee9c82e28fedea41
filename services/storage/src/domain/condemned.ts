import type { BlobId } from '@skyshelf/contracts';
import type { Blob } from './blob.js';

/** No late addition restores a reference after this: topics keep events for 7 days, a process may sleep longer. */
const REMEMBER_MS = 30 * 86_400_000;

/** A sweep removes the blobs condemned by then, and forgets the references removed by then. */
export const removalDates = (now: Date, { keepUnusedMs }: { keepUnusedMs: number }) => ({
  blobs: new Date(now.getTime() - keepUnusedMs),
  references: new Date(now.getTime() - REMEMBER_MS),
});

type Condemned = Pick<Blob, '_id' | 'state'>;

/** Catalog is asked about those that are still served; one that is being removed was confirmed before. */
export const toConfirm = (condemned: readonly Condemned[]): BlobId[] =>
  condemned.filter(({ state }) => state === 'ready').map(({ _id }) => _id);

/**
 * Only what both services call unused is removed.
 * @param unused of those that catalog was asked about
 */
export function confirmUnused<B extends Condemned>(
  condemned: readonly B[],
  unused: readonly string[],
): { removed: B[]; kept: BlobId[] } {
  const confirmed = new Set(unused);
  return {
    removed: condemned.filter(
      ({ _id, state }) => state === 'removing' || (state === 'ready' && confirmed.has(_id)),
    ),
    kept: toConfirm(condemned).filter((id) => !confirmed.has(id)),
  };
}
