import { z } from 'zod';
import { counterDelta } from './counter-delta.js';
import { placed } from './placed.js';

/** In one transaction. */
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
