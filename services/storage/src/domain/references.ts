import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Blob } from './blob.js';

export interface BlobReference {
  blobId: BlobId;
  elementId: ElementId;
}

export const referenceId = ({ blobId, elementId }: BlobReference): string => `${blobId}.${elementId}`;

export type Nameable = Pick<Blob, '_id' | 'drive' | 'condemned' | 'size' | 'source' | 'unnamed'>;
export type Countable = Pick<Blob, 'drive' | 'size' | 'unnamed'>;

/** `left`: by the last element · `announced`: no element came in time. */
export type ReferenceEvent = { type: 'named' } | { type: 'left'; at: Date } | { type: 'announced' };

type ReferenceState = Pick<Blob, 'condemned' | 'unnamed' | 'announcement'>;

/** The same fields for all, so one statement serves many. */
export function referenceChange(
  event: ReferenceEvent,
): Partial<ReferenceState> & Pick<ReferenceState, 'unnamed'> {
  switch (event.type) {
    case 'named':
      return { condemned: null, unnamed: null, announcement: null };
    case 'left':
      return { condemned: event.at, unnamed: 'counted', announcement: null };
    case 'announced':
      return { unnamed: 'counted', announcement: null };
  }
}

export const evolveBlob = <B extends Partial<ReferenceState>>(blob: B, event: ReferenceEvent): B => ({
  ...blob,
  ...referenceChange(event),
});

export const countedBytes = ({ size, unnamed }: Omit<Countable, 'drive'>): number =>
  unnamed === 'counted' ? size : 0;

export const counterChange = (blob: Countable, event: ReferenceEvent): number =>
  countedBytes(evolveBlob(blob, event)) - countedBytes(blob);

/**
 * Uncounted ones are changed alone, others with their counters.
 * @param kept ids without tombstones
 */
export function decideNamed(
  condemned: readonly Nameable[],
  references: readonly (BlobReference & { drive: DriveId })[],
  kept: ReadonlySet<string>,
): { fresh: Nameable[]; counted: Nameable[] } {
  const named = condemned.filter(({ _id, drive }) =>
    references.some((each) => each.blobId === _id && each.drive === drive && kept.has(referenceId(each))),
  );
  const { fresh = [], counted = [] } = Object.groupBy(named, ({ unnamed }) =>
    unnamed === 'counted' ? 'counted' : 'fresh',
  );
  return { fresh, counted };
}

/** Keeps earlier condemnations; derived blobs go with their source. */
export const decideRemaining = (unnamed: readonly Nameable[], now: Date): Nameable[] =>
  unnamed.filter(({ source, condemned }) => source === null && (condemned === null || condemned > now));

/**
 * Decides tombstones for references that were removed before they were added.
 * @param known ids of references and tombstones
 * @param own the drive's blobs
 */
export const decideTombstones = (
  removed: readonly BlobReference[],
  known: readonly string[],
  own: readonly BlobId[],
): BlobReference[] =>
  removed.filter((each) => !known.includes(referenceId(each)) && own.includes(each.blobId));
