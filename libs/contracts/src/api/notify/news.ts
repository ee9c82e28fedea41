import { z } from 'zod';
import type { NewsCategory } from '../../rules/settings.js';
import { defineRoutes } from '../route.js';

export const newsItem = z.object({
  title: z.string(),
  link: z.string(),
  content: z.string(),
  isoDate: z.iso.datetime().nullable(),
  enclosure: z.object({ url: z.string() }).optional(),
});
export type NewsItem = z.infer<typeof newsItem>;

const flag = z.boolean().optional();

export const news = defineRoutes(
  { service: 'notify', access: 'user', rate: 'read' },
  {
    listNews: {
      method: 'POST',
      path: '/api/news/',
      summary:
        'News of the categories whose flag is not false, newest first. `samples`: no feeds are set up here.',
      refuses: [],
      body: z.strictObject({
        news: flag,
        sport: flag,
        business: flag,
        entertainment: flag,
        fashion: flag,
        tech: flag,
        living: flag,
        realEstate: flag,
      } satisfies Record<NewsCategory, z.ZodType>),
      answer: z.object({ feed: z.object({ items: z.array(newsItem) }), samples: z.boolean() }),
    },
    showNewsPicture: {
      method: 'GET',
      path: '/api/news/pictures/:picture',
      access: 'reader',
      media: 'bytes',
      summary:
        'The picture of a piece of news, made again as webp of at most 480 pixels. Fetched when it is first asked for: one that is not there within 3 s may be there a little later.',
      refuses: ['file.not-found'],
      params: z.strictObject({ picture: z.string().regex(/^[\w-]{22}$/) }),
    },
  },
);
