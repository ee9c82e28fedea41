import { z } from 'zod';
import { elementId } from '../ids.js';
import { usageClass } from '../element.js';

export const placed = {
  id: elementId,
  parentId: elementId,
  name: z.string(),
  nameKey: z.string(),
  tags: z.array(z.string()),
};

/** Undo needs it; older events lack it. */
export const stateBefore = z.object({ parentId: elementId, tags: z.array(z.string()) });

/** Unit: bytes, by usage class. */
export const counterDelta = z.object({
  used: z.number().int(),
  count: z.number().int(),
  byKind: z.partialRecord(usageClass, z.number().int()),
});
export type CounterDelta = z.infer<typeof counterDelta>;
