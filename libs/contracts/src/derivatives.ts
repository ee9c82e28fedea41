import { z } from 'zod';
import { blobId } from './ids.js';

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
} as const satisfies Record<string, Derivative>;

export type DerivativeKind = keyof typeof derivatives;

export const derivativeKinds = Object.keys(derivatives) as [DerivativeKind, ...DerivativeKind[]];
export const derivativeKind = z.enum(derivativeKinds);

export const derivativeOf = (kind: DerivativeKind): Derivative => derivatives[kind];

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
