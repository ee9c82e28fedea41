import { z } from 'zod';
import { driveVersion } from './drive-version.js';
import { defineRoute } from './route.js';

export const setReadCookie = defineRoute({
  name: 'setReadCookie',
  method: 'POST',
  path: '/api/token/',
  service: 'gateway',
  access: 'public',
  rate: 'sign-in',
  summary: 'Sets the read cookie for the token, or clears it for an empty one.',
  body: z.strictObject({ token: z.string().max(8192) }),
  answer: z.object({ ok: z.boolean(), sub: z.string().nullable() }),
});

export const userInfo = defineRoute({
  name: 'userInfo',
  method: 'GET',
  path: '/api/userinfo',
  service: 'gateway',
  access: 'user',
  rate: 'read',
  summary: 'Who is signed in.',
  answer: z.object({ sub: z.string(), name: z.string(), picture: z.string().nullable() }),
});

export const logOut = defineRoute({
  name: 'logOut',
  method: 'POST',
  path: '/api/logout/',
  service: 'gateway',
  access: 'public',
  rate: 'sign-in',
  summary:
    'Revokes the session of the bearer token, if it still has one, and clears the cookie. May be repeated.',
  body: z.strictObject({}).optional(),
  answer: z.object({ ok: z.literal(true) }),
});

export const liveChanges = defineRoute({
  name: 'liveChanges',
  method: 'GET',
  path: '/api/changes/live',
  service: 'gateway',
  access: 'reader',
  rate: 'read',
  media: 'event-stream',
  summary: 'A doorbell: an event whose id is the version of the drive, each time it changes.',
  query: z.strictObject({ since: driveVersion.optional() }),
});

export const signInProviders = defineRoute({
  name: 'signInProviders',
  method: 'GET',
  path: '/api/auth/providers',
  service: 'gateway',
  access: 'public',
  rate: 'read',
  summary: 'The identity providers one can sign in with.',
  answer: z.object({ docs: z.array(z.object({ key: z.string(), name: z.string(), kind: z.string() })) }),
});
