import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const portrait = defineRoutes(
  { service: 'gateway', access: 'reader', rate: 'read' },
  {
    readPortrait: {
      method: 'GET',
      path: '/api/account/picture',
      media: 'bytes',
      summary:
        'The picture of the account: the one that its identity provider shows, made again as webp of at most 256 pixels. `userInfo` has its address, which changes with it.',
      refuses: ['file.not-found'],
      query: z.object({ v: z.string().max(64).optional() }),
    },
  },
);
