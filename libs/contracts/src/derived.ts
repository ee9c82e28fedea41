import { z } from 'zod';
import { derivatives, type Derivative, type DerivativeKind } from './derivatives.js';
import { blobId, type BlobId } from './ids.js';

export const derivativeKinds = Object.keys(derivatives) as [DerivativeKind, ...DerivativeKind[]];
export const derivativeKind = z.enum(derivativeKinds);

export const derivativeOf = (kind: DerivativeKind): Derivative => derivatives[kind];

export const maxDerivedBytes = Math.max(...derivativeKinds.map((kind) => derivativeOf(kind).maxBytes));

/** Whether it counts as a preview for `confirm`. */
export const isPreview = (kind: DerivativeKind): boolean => {
  const { viewField } = derivativeOf(kind);
  return viewField === 'thumbnailImage' || viewField === 'thumbnailVideo';
};

/** The name at the end of an address. */
export const derivedName = (kind: DerivativeKind): string =>
  `${kind}.${derivativeOf(kind).mediaType.replace(/^.*\//, '')}`;

/** A file's bytes, or the page or picture at an address. */
export const derivativeSource = z.union([z.object({ blobId }), z.object({ url: z.string() })]);
export type DerivativeSource = z.infer<typeof derivativeSource>;

export const derivedFile = z.object({
  blobId,
  bytes: z.number().int().nonnegative(),
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
});
export type DerivedFile = z.infer<typeof derivedFile>;

/** A failure in words for the user. */
export const derivedResult = z.union([derivedFile, z.object({ failed: z.string() })]);
export type DerivedResult = z.infer<typeof derivedResult>;

export const derivedResults = z.partialRecord(derivativeKind, derivedResult);
export type DerivedResults = z.infer<typeof derivedResults>;

export const isDerivedFile = (result: DerivedResult | undefined): result is DerivedFile =>
  result !== undefined && 'blobId' in result;

export const derivedFilesOf = (derived: DerivedResults): DerivedFile[] =>
  Object.values(derived).filter(isDerivedFile);

/**
 * An element's own bytes, which keep what was made from them; for a link, each file made from its address.
 */
export const keptBlobs = ({
  blobId: own,
  derived,
}: {
  blobId: BlobId | null;
  derived: DerivedResults;
}): BlobId[] => (own === null ? derivedFilesOf(derived).map(({ blobId: made }) => made) : [own]);
