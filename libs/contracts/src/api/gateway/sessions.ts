import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const sessionView = z.object({
  _id: z.string(),
  /** Like `Windows`; null for scripts. */
  device: z.string().nullable(),
  browser: z.string().nullable(),
  /** The network's address without its last part; null for an operator's token. */
  place: z.string().nullable(),
  /** May do less. */
  extension: z.boolean(),
  begun: z.iso.datetime(),
  /** To the hour. */
  lastSeen: z.iso.datetime(),
  /** The calling session. */
  current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

export const sessions = defineRoutes(
  { service: 'gateway', access: 'user' },
  {
    listSessions: {
      method: 'GET',
      path: '/api/sessions',
      rate: 'read',
      summary:
        'Where the account is signed in: the session that asks first, then the others, those used last first, 200 in all.',
      refuses: [],
      answer: z.object({ docs: z.array(sessionView) }),
    },

    endSession: {
      method: 'POST',
      path: '/api/sessions/end',
      rate: 'command',
      summary:
        'Revokes one session of the account, at every replica within a second, and closes its live changes. May be repeated. Ending the one that asks is logging out.',
      refuses: ['session.not-found'],
      body: z.strictObject({ id: z.string().min(1).max(100) }),
      answer: z.object({ ok: z.literal(true) }),
    },
  },
);
