import { z } from 'zod';
import { elementId } from '../ids.js';

export const placed = {
  id: elementId,
  parentId: elementId,
  name: z.string(),
  nameKey: z.string(),
  tags: z.array(z.string()),
};

/** For undo. Events older than the server's undo lack it. */
export const stoodBefore = z.object({ parentId: elementId, tags: z.array(z.string()) });
