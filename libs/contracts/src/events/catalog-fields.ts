import { z } from 'zod';
import { blobId, elementId } from '../ids.js';
import { elementClass, usageClass } from '../element.js';

export const placed = {
  id: elementId,
  parentId: elementId,
  name: z.string(),
  nameKey: z.string(),
  tags: z.array(z.string()),
};

export const elementBlob = z.object({ elementId, blobId });

/** Undo needs it; older events lack it. */
export const stateBefore = z.object({ parentId: elementId, tags: z.array(z.string()) });

/** Unit: bytes, by usage class. `kept`: what lies in the trash and in histories, which the others leave out. */
export const counterDelta = z.object({
  used: z.number().int(),
  count: z.number().int(),
  byKind: z.partialRecord(usageClass, z.number().int()),
  kept: z.number().int().optional(),
  keptCount: z.number().int().optional(),
  /** The part of `kept` that is earlier versions of files. */
  history: z.number().int().optional(),
});
export type CounterDelta = z.infer<typeof counterDelta>;

/** The sum of all that an element in the trash holds, itself included. */
export const keptSum = z.object({
  bytes: z.number().int(),
  count: z.number().int(),
  byKind: z.partialRecord(usageClass, z.number().int()),
});
export type KeptSum = z.infer<typeof keptSum>;

/** An element of the trash of which something was taken; null: not counted yet. */
export const keptChange = z.object({ id: elementId, kept: keptSum.nullable() });
export type KeptChange = z.infer<typeof keptChange>;

/** An element that is deleted forever: what its folder looked like then can still be said. Older events lack it. */
export const goneElement = z.object({
  id: elementId,
  parentId: elementId,
  class: elementClass,
  name: z.string(),
});
