import { z } from 'zod';
import { elementId } from '../ids.js';
import { stoodBefore } from './placed.js';

/** Several at once, or a chunk of a drive-wide rename or removal. */
export const elementsTagged = z.object({
  type: z.literal('catalog.elements.tagged'),
  items: z
    .array(
      z.object({
        id: elementId,
        name: z.string(),
        tags: z.array(z.string()),
        before: stoodBefore.optional(),
      }),
    )
    .min(1),
  /** The drive-wide process; null when this event completes the change. */
  process: z.string().nullable(),
});

/** A drive-wide change was stopped; what changed stays. */
export const tagChangeCancelled = z.object({
  type: z.literal('catalog.tag-change.cancelled'),
  process: z.string(),
});
