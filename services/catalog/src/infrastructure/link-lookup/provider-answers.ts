import { pictureAddress } from '@skyshelf/outbound';
import { z } from 'zod';
import type { PlaylistVideo } from '../../application/link-providers.js';

const videoId = z.string().regex(/^[A-Za-z0-9_-]{11}$/);
const playlistItem = z.object({
  snippet: z.object({
    title: z.string(),
    resourceId: z.object({ videoId }),
    thumbnails: z.object({ medium: z.object({ url: pictureAddress }).optional() }).optional(),
  }),
  status: z.object({ privacyStatus: z.string() }).optional(),
});

/** The source's titles of private or removed videos. */
const hidden = new Set(['Private video', 'Deleted video']);

/** `playlistItems.list` of the YouTube Data API v3. Unreadable items are skipped like private ones. */
export const playlistAnswer = z
  .object({ items: z.array(z.unknown()).max(50) })
  .transform(({ items }): PlaylistVideo[] =>
    items.flatMap((item) => {
      const { data } = playlistItem.safeParse(item);
      if (!data || data.status?.privacyStatus === 'private' || hidden.has(data.snippet.title)) return [];
      const { title: name, resourceId, thumbnails } = data.snippet;
      return [{ id: resourceId.videoId, title: name.slice(0, 255), image: thumbnails?.medium?.url ?? null }];
    }),
  );

/** The only reason that concerns the playlist. */
export const refusal = z
  .object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })
  .transform(({ error }) => error.errors.map(({ reason }) => reason));
