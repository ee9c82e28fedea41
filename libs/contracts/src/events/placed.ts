import { z } from 'zod';
import { elementId } from '../ids.js';

/** What an event says of a new element, whatever its kind. */
export const placed = {
  id: elementId,
  parentId: elementId,
  name: z.string(),
  nameKey: z.string(),
  tags: z.array(z.string()),
};

/** Where an element stood before, and its tags: what undoing needs besides the event's own fields. Events from before there was an undo on the server have none. */
export const stoodBefore = z.object({ parentId: elementId, tags: z.array(z.string()) });
