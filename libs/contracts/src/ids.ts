import { z } from 'zod';

const opaque = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** One account's tree and event stream: opaque, random, new for each incarnation of an account. */
export const driveId = opaque.brand<'DriveId'>();
export type DriveId = z.infer<typeof driveId>;

/** An element of a drive: a folder, a link or a file. Kept over rename, move and cut. */
export const elementId = opaque.brand<'ElementId'>();
export type ElementId = z.infer<typeof elementId>;

/** Immutable bytes in the object store; never used again for other bytes. */
export const blobId = opaque.brand<'BlobId'>();
export type BlobId = z.infer<typeof blobId>;

/** One upload from start to admission. */
export const uploadId = opaque.brand<'UploadId'>();
export type UploadId = z.infer<typeof uploadId>;

/** The name of one intention: kept over retries, so a command happens once. Also an event's id for reactions. */
export const opId = z
  .string()
  .regex(/^[A-Za-z0-9_.:|-]{1,160}$/)
  .brand<'OpId'>();
export type OpId = z.infer<typeof opId>;

/** The parent id of every top-level element. No document has it: a walk that arrives here arrived at the root. */
export const ROOT_ID = 'root' as ElementId;

/** The virtual parent under which a deleted root waits until its subtree is purged. */
export const limboId = (process: string, element: ElementId): ElementId =>
  `limbo-${process}-${element}` as ElementId;

export const isLimbo = (id: string): boolean => id.startsWith('limbo-');
