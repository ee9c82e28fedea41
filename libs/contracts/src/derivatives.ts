import { z } from 'zod';
import { blobId, type BlobId } from './ids.js';

/** All that other services know of a kind of derived file. */
export interface Derivative {
  mediaType: string;
  /** Storage refuses larger ones. */
  maxBytes: number;
  /** Where the API shows its address; null: see `denseThumbnail` and `showPicture`. */
  viewField:
    | 'thumbnailImage'
    | 'thumbnailVideo'
    | 'thumbnailScrub'
    | 'thumbnailWebsite'
    | 'linkimg'
    | 'openElement'
    | null;
  /** Made when a user opens the file; else with the upload. */
  onDemand?: true;
}

/** A new kind is one row here and one file in `services/media/src/kinds`. */
export const derivatives = {
  thumbnail: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  thumbnail2x: { mediaType: 'image/webp', maxBytes: 4 * 1024 * 1024, viewField: null },
  preview: { mediaType: 'image/webp', maxBytes: 8 * 1024 * 1024, viewField: 'openElement' },
  pdf: {
    mediaType: 'application/pdf',
    maxBytes: 100 * 1024 * 1024,
    viewField: 'openElement',
    onDemand: true,
  },
  still: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  largeStill: { mediaType: 'image/webp', maxBytes: 8 * 1024 * 1024, viewField: 'openElement' },
  clip: { mediaType: 'video/mp4', maxBytes: 1024 * 1024, viewField: 'thumbnailVideo' },
  scrub: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailScrub' },
  cover: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  page: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  excerpt: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  mp4: { mediaType: 'video/mp4', maxBytes: 512 * 1024 * 1024, viewField: 'openElement', onDemand: true },
  picture: { mediaType: 'image/webp', maxBytes: 2 * 1024 * 1024, viewField: 'linkimg' },
  frame1: { mediaType: 'image/webp', maxBytes: 2 * 1024 * 1024, viewField: null },
  frame2: { mediaType: 'image/webp', maxBytes: 2 * 1024 * 1024, viewField: null },
  frame3: { mediaType: 'image/webp', maxBytes: 2 * 1024 * 1024, viewField: null },
  website: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailWebsite' },
} as const satisfies Record<string, Derivative>;

export type DerivativeKind = keyof typeof derivatives;

/** Served at the other's address with `?density=2`: an own one would make listings a sixth longer. */
export const denseThumbnail = {
  of: 'thumbnail',
  kind: 'thumbnail2x',
  /** Of the bounding square, pixels. */
  side: 400,
} as const satisfies { of: DerivativeKind; kind: DerivativeKind; side: number };

export const derivativeKinds = Object.keys(derivatives) as [DerivativeKind, ...DerivativeKind[]];
export const derivativeKind = z.enum(derivativeKinds);

export const derivativeOf = (kind: DerivativeKind): Derivative => derivatives[kind];

export const maxDerivedBytes = Math.max(...derivativeKinds.map((kind) => derivativeOf(kind).maxBytes));

/** Whether it counts as a preview for `confirm`. */
export const isPreview = (kind: DerivativeKind): boolean => {
  const { viewField } = derivativeOf(kind);
  return viewField === 'thumbnailImage' || viewField === 'thumbnailVideo';
};

/** At the end of an address. */
export const derivedName = (kind: DerivativeKind): string =>
  `${kind}.${derivativeOf(kind).mediaType.replace(/^.*\//, '')}`;

/** A file's bytes, or the page or picture at an address. */
export const derivativeSource = z.union([z.object({ blobId }), z.object({ url: z.string() })]);
export type DerivativeSource = z.infer<typeof derivativeSource>;

/** Pixels. */
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
