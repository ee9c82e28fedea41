import { z } from 'zod';
import { defineRoutes } from '../route.js';

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
