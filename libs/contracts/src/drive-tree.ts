import { z } from 'zod';
import { blobId, elementId } from './ids.js';
import { elementClass } from './element.js';

/**
 * A folder's content at any depth as lines of JSON: a head, pages of entries, `{"end": <entries>}`. A folder
 * precedes its content, which is contiguous.
 */

/** Seconds since the epoch: when a file was changed last, or else when the element was made. */
const born = z.number().int().nonnegative();

export const shownFile = z.object({ blobId, name: z.string(), born });

export const folderTreeHead = z.object({
  version: z.number().int().nonnegative(),
  elements: z.number().int().nonnegative().optional(),
  /** null at the top of the drive. */
  top: z.object({ name: z.string(), born }).nullable(),
});
export type FolderTreeHead = z.infer<typeof folderTreeHead>;

/** Number of its folder (0 is the requested one, n the n-th so far), name, blob (null for a folder), time. */
export const folderTreeEntry = z.tuple([z.number().int().nonnegative(), z.string(), blobId.nullable(), born]);
export type FolderTreeEntry = z.infer<typeof folderTreeEntry>;

export const folderTreeLine = z.union([
  z.array(folderTreeEntry),
  z.object({ end: z.number().int().nonnegative() }),
]);
export type FolderTreeLine = z.infer<typeof folderTreeLine>;

/** A whole drive with links, in the same form. */
export const driveTreeElement = z.object({
  id: elementId,
  /** The folder is an index as in `folderTreeEntry`. */
  folder: z.number().int().nonnegative(),
  parentId: elementId,
  class: elementClass,
  name: z.string(),
  /** It is `folder`, a kind of link, or the media type of a file. */
  kind: z.string(),
  url: z.string().nullable(),
  tags: z.array(z.string()),
  blobId: blobId.nullable(),
  born: z.string(),
  modified: z.string().optional(),
  /** Deleted elements have it. They come behind all others, if asked for, and what they hold follows as in a folder. */
  deleted: z
    .object({
      date: z.string(),
      /** The path of the folder that it was in. */
      from: z.string(),
    })
    .optional(),
  /** Earlier contents of files have it, if asked for: they come last. */
  version: z
    .object({
      of: elementId,
      /** The path of its file. */
      path: z.string(),
    })
    .optional(),
});
export type DriveTreeElement = z.infer<typeof driveTreeElement>;

export const driveTreeLine = z.union([
  z.array(driveTreeElement),
  z.object({ end: z.number().int().nonnegative() }),
]);
export type DriveTreeLine = z.infer<typeof driveTreeLine>;
