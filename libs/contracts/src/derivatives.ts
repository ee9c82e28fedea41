/** A kind of file that is made from an element: all that services other than media know of it. */
export interface Derivative {
  /** Of the derived bytes. */
  mediaType: string;
  /** Storage refuses a derived file that is larger. */
  maxBytes: number;
  /** Where the API shows its address. */
  viewField: 'thumbnailImage' | 'thumbnailVideo' | 'thumbnailWebsite' | 'openElement';
}

/** A new kind is one row here and one file in `services/media/src/kinds`. */
export const derivatives = {
  thumbnail: { mediaType: 'image/webp', maxBytes: 1024 * 1024, viewField: 'thumbnailImage' },
  preview: { mediaType: 'image/webp', maxBytes: 8 * 1024 * 1024, viewField: 'openElement' },
} as const satisfies Record<string, Derivative>;

export type DerivativeKind = keyof typeof derivatives;
