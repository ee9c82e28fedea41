import { z } from 'zod';
import { derivatives, type Derivative, type DerivativeKind } from './derivatives.js';
import { blobId, type BlobId } from './ids.js';

export const derivativeKinds = Object.keys(derivatives) as [DerivativeKind, ...DerivativeKind[]];
export const derivativeKind = z.enum(derivativeKinds);

export const derivativeOf = (kind: DerivativeKind): Derivative => derivatives[kind];

/** Of the kind that may have most. */
export const maxDerivedBytes = Math.max(...derivativeKinds.map((kind) => derivativeOf(kind).maxBytes));

/** Whether a kind shows what is in a file: `confirm` says whether one of these is there. */
export const isPreview = (kind: DerivativeKind): boolean => {
  const { viewField } = derivativeOf(kind);
  return viewField === 'thumbnailImage' || viewField === 'thumbnailVideo';
};

/** What the API calls a derived file; the user sees it as the end of an address. */
export const derivedName = (kind: DerivativeKind): string =>
  `${kind}.${derivativeOf(kind).mediaType.replace(/^.*\//, '')}`;

/** What a derived file is made from: the bytes of a file, or the page or picture at an address. */
export const derivativeSource = z.union([z.object({ blobId }), z.object({ url: z.string() })]);
export type DerivativeSource = z.infer<typeof derivativeSource>;

/** A derived file; width and height are its own pixels. */
export const derivedFile = z.object({
  blobId,
  bytes: z.number().int().nonnegative(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type DerivedFile = z.infer<typeof derivedFile>;

/** A derived file, or why there is none, in words that the user may read. */
export const derivedResult = z.union([derivedFile, z.object({ failed: z.string() })]);
export type DerivedResult = z.infer<typeof derivedResult>;

/** All that was made from an element, or was given up. */
export const derivedResults = z.partialRecord(derivativeKind, derivedResult);
export type DerivedResults = z.infer<typeof derivedResults>;

export const isDerivedFile = (result: DerivedResult | undefined): result is DerivedFile =>
  result !== undefined && 'blobId' in result;

export const derivedFilesOf = (derived: DerivedResults): DerivedFile[] =>
  Object.values(derived).filter(isDerivedFile);

/**
 * The blobs that an element itself keeps from removal: its own bytes, with which all goes that was made from them; or, where it has none (a link), each
 * file that was made from its address.
 */
export const keptBlobs = ({
  blobId: own,
  derived,
}: {
  blobId: BlobId | null;
  derived: DerivedResults;
}): BlobId[] => (own === null ? derivedFilesOf(derived).map(({ blobId: made }) => made) : [own]);
