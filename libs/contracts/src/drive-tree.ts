import { z } from 'zod';
import { elementClass } from './element.js';
import { blobId, elementId } from './ids.js';

/**
 * A whole drive with links, for a takeout, as lines of JSON like folder-tree.ts: a head, pages of elements,
 * `{"end": <elements>}`. A folder precedes its content, which is contiguous.
 */
export const driveTreeElement = z.object({
  id: elementId,
  /** Its folder's number: 0 is the top, n the n-th folder so far. */
  folder: z.number().int().nonnegative(),
  parentId: elementId,
  class: elementClass,
  name: z.string(),
  /** `folder`, a kind of link, or the media type of a file. */
  kind: z.string(),
  url: z.string().nullable(),
  tags: z.array(z.string()),
  blobId: blobId.nullable(),
  born: z.string(),
});
export type DriveTreeElement = z.infer<typeof driveTreeElement>;

export const driveTreeLine = z.union([
  z.array(driveTreeElement),
  z.object({ end: z.number().int().nonnegative() }),
]);
export type DriveTreeLine = z.infer<typeof driveTreeLine>;
