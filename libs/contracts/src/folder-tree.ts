import { z } from 'zod';
import { blobId } from './ids.js';

/**
 * What a folder holds at whatever depth, as catalog tells storage: lines of JSON. The first is the head, then pages of entries, and last `{"end": <entries>}`. A folder
 * comes before what it holds, and what it holds comes in one piece. Links are left out: they have no bytes.
 */

/** Seconds since the epoch. */
const born = z.number().int().nonnegative();

/** A file: its bytes, what the user calls it, since when it is there. */
export const shownFile = z.object({ blobId, name: z.string(), born });

export const folderTreeHead = z.object({
  /** Of the drive. */
  version: z.number().int().nonnegative(),
  /** How many elements the drive has in all. */
  elements: z.number().int().nonnegative().optional(),
  /** The folder itself; null at the top of the drive. */
  top: z.object({ name: z.string(), born }).nullable(),
});
export type FolderTreeHead = z.infer<typeof folderTreeHead>;

/** The number of the folder that holds it (0 is the one asked for, n the n-th folder that came since), name, blob (null for a folder), time. */
export const folderTreeEntry = z.tuple([z.number().int().nonnegative(), z.string(), blobId.nullable(), born]);
export type FolderTreeEntry = z.infer<typeof folderTreeEntry>;

export const folderTreeLine = z.union([
  z.array(folderTreeEntry),
  z.object({ end: z.number().int().nonnegative() }),
]);
export type FolderTreeLine = z.infer<typeof folderTreeLine>;
