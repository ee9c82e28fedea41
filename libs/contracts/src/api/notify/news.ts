import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** What news are about; the settings of an account have a flag for each. */
export const newsCategories = [
  ...(['news', 'sport', 'business', 'entertainment', 'fashion', 'tech', 'living', 'realEstate'] as const),
] as const;
export type NewsCategory = (typeof newsCategories)[number];

/** A piece of news: words alone, and the address of its page. */
export const newsItem = z.object({
  title: z.string(),
  link: z.string(),
  content: z.string(),
  /** Null where its feed gives none. */
  isoDate: z.iso.datetime().nullable(),
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
        ...{ news: flag, sport: flag, business: flag, entertainment: flag },
        ...{ fashion: flag, tech: flag, living: flag, realEstate: flag },
      } satisfies Record<NewsCategory, z.ZodType>),
      answer: z.object({ feed: z.object({ items: z.array(newsItem) }), samples: z.boolean() }),
    },
  },
);
