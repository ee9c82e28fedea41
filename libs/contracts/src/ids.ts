import { z } from 'zod';

const opaque = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** Each incarnation of an account has a new one. */
export const driveId = opaque.brand<'DriveId'>();
export type DriveId = z.infer<typeof driveId>;

/** The id stays the same over rename, move and cut. */
export const elementId = opaque.brand<'ElementId'>();
export type ElementId = z.infer<typeof elementId>;

/** Immutable bytes; an id is never reused. */
export const blobId = opaque.brand<'BlobId'>();
export type BlobId = z.infer<typeof blobId>;

export const uploadId = opaque.brand<'UploadId'>();
export type UploadId = z.infer<typeof uploadId>;

/** One intention, kept over retries. For reactions, an event's id. */
export const opId = z
  .string()
  .regex(/^[A-Za-z0-9_.:|-]{1,160}$/)
  .brand<'OpId'>();
export type OpId = z.infer<typeof opId>;

/** The parent of top-level elements. No document has it. */
export const ROOT_ID = 'root' as ElementId;

/** Parent of a deleted root until its subtree is purged. */
export const limboId = (process: string, element: ElementId): ElementId =>
  `limbo-${process}-${element}` as ElementId;

export const isLimbo = (id: string): boolean => id.startsWith('limbo-');
