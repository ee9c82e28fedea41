import { z } from 'zod';
import { counterDelta, placed } from './catalog-fields.js';

export const playlistAdded = z.object({
  type: z.literal('catalog.playlist.added'),
  folder: z.object({ ...placed, url: z.string().nullable() }),
  links: z
    .array(
      z.object({
        ...placed,
        kind: z.string(),
        url: z.string(),
        image: z.string().nullable(),
        size: z.number().int(),
      }),
    )
    .min(1),
  delta: counterDelta,
});

/** It is null when the element is as old as the event. */
const date = z.iso.datetime().nullable();

/** A chunk, folders before their content. Media visits no pages for them. */
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
