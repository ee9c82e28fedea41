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

    insertUpdate: {
      method: 'POST',
      path: '/api/news/insert',
      access: 'admin',
      rate: 'command',
      command: true,
      summary: 'An admin adds an update. Without a date it is of now.',
      refuses: ['name.required'],
      body: z.strictObject({
        obj: z.strictObject({
          headline: z.string().max(200),
          content: z.string().max(10_000),
          date: z.iso.datetime().optional(),
        }),
      }),
      answer: z.object({ docs: z.object({ _id: z.string(), result: z.object({ ok: z.literal(1) }) }) }),
    },
  },
);
