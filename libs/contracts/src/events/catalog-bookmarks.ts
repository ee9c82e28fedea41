import { z } from 'zod';
import { counterDelta } from './counter-delta.js';
import { placed } from './placed.js';

/** When a bookmark was made, as its file says; null where it does not: then it is as old as the event. */
const date = z.iso.datetime().nullable();

/**
 * One chunk of bookmarks from a file, folders before what they hold. No page is visited for them, so media makes nothing of it.
 */
export const bookmarksImported = z.object({
  type: z.literal('catalog.bookmarks.imported'),
  process: z.string(),
  folders: z.array(z.object({ ...placed, date })),
  links: z.array(
    z.object({
      ...placed,
      kind: z.string(),
      url: z.string(),
      image: z.string().nullable(),
      size: z.number().int(),
      date,
    }),
  ),
  delta: counterDelta,
});
