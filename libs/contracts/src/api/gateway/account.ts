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

export const account = defineRoutes(
  { service: 'gateway', rate: 'sign-in' },
  {
    closeAccount: {
      method: 'POST',
      path: '/api/account/close',
      access: 'user',
      summary:
        'The user deletes their own account, within ten minutes of signing in: all sessions end at once, and from `deleteAfter` on all that Skyshelf has of it is removed. Until then signing in offers to keep it.',
      refuses: ['access.denied', 'sign-in.stale'],
      body: z.strictObject({}).optional(),
      answer: z.object({ ok: z.literal(true), deleteAfter: z.iso.datetime() }),
    },

    keepAccount: {
      method: 'POST',
      path: '/api/account/keep',
      access: 'public',
      summary:
        'Takes the deletion of an account back, with the code that signing in to it has brought: good once, for ten minutes.',
      refuses: ['keep.expired'],
      body: z.strictObject({ code: z.string().min(1).max(100) }),
      answer: z.object({ ok: z.literal(true) }),
    },
  },
);
