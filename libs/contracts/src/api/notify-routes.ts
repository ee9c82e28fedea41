import { z } from 'zod';
import { defineRoute } from './route.js';

export const update = z.object({
  _id: z.string(),
  headline: z.string(),
  content: z.string(),
  date: z.iso.datetime(),
});

export const listUpdates = defineRoute({
  name: 'listUpdates',
  method: 'POST',
  path: '/api/news/updates',
  service: 'notify',
  access: 'public',
  rate: 'read',
  summary: 'News about the product, newest first.',
  body: z.strictObject({}).optional(),
  answer: z.object({ docs: z.array(update) }),
});
