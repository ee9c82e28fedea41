import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { linkRefusals } from './fields.js';

export const links = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command' },
  {
    lookUpLink: {
      method: 'POST',
      path: '/api/link/lookup',
      summary:
        'What the provider of a link says of it: title and picture of a video, the videos of a playlist. Asks its provider, by oEmbed or as the source of playlists, never the page itself.',
      refuses: [...linkRefusals, 'playlist.not-found', 'playlist.empty', 'playlist.not-set-up'],
      body: z.strictObject({
        linktype: z.string().min(1).max(128),
        linkurl: z.string().max(limits.maxUrlCharacters),
      }),
      answer: z.object({
        title: z.string().nullable(),
        linkimg: z.string().nullable(),
        /** The form is that of /api/addplaylist/; there are 50 at most. */
        items: z.array(
          z.object({
            linkname: z.string(),
            linktype: z.literal('youtube'),
            linkurl: z.string(),
            linktag: z.array(z.string()),
            linkimg: z.string().nullable(),
            thumbnailWebsite: z.null(),
          }),
        ),
      }),
    },
  },
);
