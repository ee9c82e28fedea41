import { z } from 'zod';
import { elementId } from '../ids.js';
import { stoodBefore } from './placed.js';

/** Elements have these tags now: several at once, or a chunk of those that had a tag which was renamed or removed everywhere. */
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
  /** The process that goes through the whole drive; null for a change that is whole with this event. */
  process: z.string().nullable(),
});

/** A tag was being renamed or removed everywhere, and that was stopped: what has been changed stays. */
export const tagChangeCancelled = z.object({
  type: z.literal('catalog.tag-change.cancelled'),
  process: z.string(),
});
