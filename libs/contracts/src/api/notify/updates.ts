import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const update = z.object({
  _id: z.string(),
  headline: z.string(),
  content: z.string(),
  date: z.iso.datetime(),
});

export const updates = defineRoutes(
  { service: 'notify', access: 'public', rate: 'read' },
  {
    listUpdates: {
      method: 'POST',
      path: '/api/news/updates',
      summary: 'News about the product, newest first.',
      refuses: [],
      body: z.strictObject({}).optional(),
      answer: z.object({ docs: z.array(update) }),
    },
  },
);
