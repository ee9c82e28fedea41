import { z } from 'zod';
import { limits } from '../../limits.js';
import { id } from '../catalog/fields.js';
import { defineRoutes } from '../route.js';

const address = z.string().max(limits.maxUrlCharacters);

/** Done, or under way: then a live change reports its end. */
const converted = z.union([
  z.strictObject({ ok: z.literal(true), openElement: address }),
  z.strictObject({
    wait: z.literal(true),
    percent: z.number().int().optional(),
  }),
]);

const convertedVideo = z.union([
  converted.options[0],
  converted.options[1].extend({
    /** The HLS list, see `readLiveFilm`. */
    live: z.string().optional(),
  }),
]);

const toVisitors = { opens: ['share'], right: 'view' } as const;

export const conversions = defineRoutes(
  { service: 'media', access: 'user', rate: 'command', method: 'POST' },
  {
    convertDocument: {
      path: '/api/libreoffice/',
      ...toVisitors,
      summary:
        'The PDF of an office document, of a text or of a table: made at the first call, kept for the next ones. Answers within 20 s, else `wait`: ask again.',
      refuses: ['element.not-found', 'document.failed', 'document.unsupported'],
      body: z.strictObject({
        id,
        linkurl: address,
        openElement: address.nullish(),
      }),
      answer: converted,
    },

    convertVideo: {
      path: '/api/ffmpeg/',
      ...toVisitors,
      summary:
        'The film as browsers play it: made at the first call, kept for the next ones. `wait` while it is under way: ask again; `live`, where it can be watched until then.',
      refuses: ['element.not-found', 'video.unplayable', 'video.too-large'],
      body: z.strictObject({ id, linkurl: address }),
      answer: convertedVideo,
    },

    recordPlayed: {
      path: '/api/ffmpeg/update/',
      summary:
        'The page plays a film from this address: of the file, or of what was made of it. There is nothing to record.',
      refuses: ['element.not-found'],
      body: z.strictObject({ id, linkurl: address }),
      answer: z.object({ ok: z.literal(true) }),
    },
  },
);
