import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const liveFileName = z
  .string()
  .regex(
    /^(index\.m3u8|init\.mp4|\d{1,5}\.m4s)$/,
    'There is no such file in a film that is being converted.',
  );

export const liveFilms = defineRoutes(
  { service: 'media', access: 'reader', rate: 'read' },
  {
    readLiveFilm: {
      method: 'GET',
      opens: ['share'],
      right: 'view',
      path: '/files/live/:run/:file',
      media: 'bytes',
      heldByNamed: 'run',
      summary:
        'A film while it is converted, as HLS: `index.m3u8` lists all of its segments from the beginning; one that is not made yet is waited for. Its address is the `live` of `/api/ffmpeg/`; when it has ended, ask there again.',
      refuses: ['file.not-found', 'live.ended', 'access.denied'],
      params: z.strictObject({ run: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/), file: liveFileName }),
    },
  },
);
