import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import type { Blob } from './blob.js';

export interface BlobReference {
  blobId: BlobId;
  elementId: ElementId;
}

export const referenceId = ({ blobId, elementId }: BlobReference): string => `${blobId}.${elementId}`;

export type Nameable = Pick<Blob, '_id' | 'drive' | 'condemned' | 'size' | 'source' | 'unnamed'>;
export type Countable = Pick<Blob, 'drive' | 'size' | 'unnamed'>;

/** `named`: by an element · `left`: by the last one · `announced`: no element came in time. */
export type NamingEvent = { type: 'named' } | { type: 'left'; at: Date } | { type: 'announced' };

type Naming = Pick<Blob, 'condemned' | 'unnamed' | 'announcement'>;

/** The same fields for all blobs, so that one statement serves many. */
export function namingChange(event: NamingEvent): Partial<Naming> & Pick<Naming, 'unnamed'> {
  switch (event.type) {
    case 'named':
      return { condemned: null, unnamed: null, announcement: null };
    case 'left':
      return { condemned: event.at, unnamed: 'counted', announcement: null };
    case 'announced':
      return { unnamed: 'counted', announcement: null };
  }
}

export const evolveNaming = <B extends Partial<Naming>>(blob: B, event: NamingEvent): B => ({
  ...blob,
  ...namingChange(event),
});

export const countedBytes = ({ size, unnamed }: Omit<Countable, 'drive'>): number =>
  unnamed === 'counted' ? size : 0;

export const counterChange = (blob: Countable, event: NamingEvent): number =>
  countedBytes(evolveNaming(blob, event)) - countedBytes(blob);

/**
 * Those that no counter knows are changed by themselves, the others with their counters.
 * @param kept ids of the references that are no tombstones
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

/** An earlier condemnation stands; a derived blob goes with its source. */
export const decideLeft = (unnamed: readonly Nameable[], now: Date): Nameable[] =>
  unnamed.filter(({ source, condemned }) => source === null && (condemned === null || condemned > now));

/**
 * For removed references that were never added, so that a late addition finds one.
 * @param known ids of references and tombstones
 * @param own the drive's blobs
 */
export const decideTombstones = (
  removed: readonly BlobReference[],
  known: readonly string[],
  own: readonly BlobId[],
): BlobReference[] =>
  removed.filter((each) => !known.includes(referenceId(each)) && own.includes(each.blobId));
