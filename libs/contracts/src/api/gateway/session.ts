import { z } from 'zod';
import { defineRoutes } from '../route.js';

const sessionView = z.object({
  _id: z.string(),
  /** Example: `Windows`; null for scripts. */
  device: z.string().nullable(),
  browser: z.string().nullable(),
  /** The network's address without its last part; null for an operator's token. */
  place: z.string().nullable(),
  extension: z.boolean(),
  begun: z.iso.datetime(),
  /** The time is rounded to the hour. */
  lastSeen: z.iso.datetime(),
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

const done = z.object({ ok: z.literal(true) });

export const session = defineRoutes(
  { service: 'gateway', access: 'public', rate: 'sign-in' },
  {
    setReadCookie: {
      method: 'POST',
      path: '/api/token/',
      summary: 'Sets the read cookie for the token, or clears it for an empty one.',
      refuses: ['access.denied', 'auth.expired', 'auth.forged', 'auth.revoked', 'session.unknown'],
      body: z.strictObject({ token: z.string().max(8192) }),
      answer: z.object({ ok: z.boolean(), sub: z.string().nullable() }),
    },

    userInfo: {
      method: 'GET',
      path: '/api/userinfo',
      access: 'user',
      opens: ['extension'],
      rate: 'read',
      summary: 'Who is signed in.',
      refuses: [],
      answer: z.object({
        sub: z.string(),
        name: z.string(),
        picture: z.string().nullable(),
        /** Rights are checked at each call. */
        admin: z.boolean(),
      }),
    },

    logOut: {
      method: 'POST',
      path: '/api/logout/',
      summary:
        'Revokes the session of the bearer token, if it still has one, and clears the cookie. May be repeated.',
      refuses: ['access.denied'],
      body: z.strictObject({}).optional(),
      answer: done,
    },

    logOutEverywhere: {
      method: 'POST',
      path: '/api/logout/everywhere/',
      access: 'user',
      summary: 'Revokes all sessions of the account, on every device, and clears the cookie.',
      refuses: ['access.denied'],
      body: z.strictObject({}).optional(),
      answer: done,
    },

    signInProviders: {
      method: 'GET',
      path: '/api/auth/providers',
      rate: 'read',
      summary: 'The identity providers one can sign in with.',
      refuses: [],
      answer: z.object({ docs: z.array(z.object({ key: z.string(), name: z.string(), kind: z.string() })) }),
    },
  },
);
