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
