/** All that other services know of a kind of derived file. */
export interface Derivative {
  mediaType: string;
  /** Storage refuses larger ones. */
  maxBytes: number;
  /** The field of the API that shows its address; null: see `denseThumbnail` and `showPicture`. */
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
  side: 400,
} as const satisfies { of: DerivativeKind; kind: DerivativeKind; side: number };
