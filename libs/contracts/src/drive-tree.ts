import { z } from 'zod';
import { elementClass } from './element.js';
import { blobId, elementId } from './ids.js';

/**
 * All that a drive holds at one moment, links too, as catalog tells storage for a takeout: lines of JSON in the manner of folder-tree.ts. The first is its head, then come
 * pages of elements, and last `{"end": <elements>}`. A folder comes before what it holds, and what it holds comes in one piece.
 */
export const driveTreeElement = z.object({
  id: elementId,
  /** The number of the folder that holds it: 0 is the top of the drive, n the n-th folder that came since. */
  folder: z.number().int().nonnegative(),
  parentId: elementId,
  class: elementClass,
  name: z.string(),
  /** `folder`, a kind of link, or the media type of a file. */
  kind: z.string(),
  /** Target of a link. */
  url: z.string().nullable(),
  tags: z.array(z.string()),
  /** Of a file: its bytes. */
  blobId: blobId.nullable(),
  born: z.string(),
});
export type DriveTreeElement = z.infer<typeof driveTreeElement>;

export const driveTreeLine = z.union([
  z.array(driveTreeElement),
  z.object({ end: z.number().int().nonnegative() }),
]);
export type DriveTreeLine = z.infer<typeof driveTreeLine>;
