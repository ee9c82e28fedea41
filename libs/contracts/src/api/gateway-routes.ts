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

export const logOutEverywhere = defineRoute({
  name: 'logOutEverywhere',
  method: 'POST',
  path: '/api/logout/everywhere/',
  service: 'gateway',
  access: 'user',
  rate: 'sign-in',
  summary: 'Revokes all sessions of the account, on every device, and clears the cookie.',
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

const DAY_MS = 86_400_000;
/** Identifiers of W3C Trace Context; all zeros stand for none. */
const hexId = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
    .describe(`${digits} hexadecimal digits, not all 0`);

/** An action of the user as the page measured it. Numbers and fixed words only: nothing that names a person or what is theirs. */
export const pageSpan = z.strictObject({
  name: z.enum(['upload']),
  traceId: hexId(32),
  spanId: hexId(16),
  /** How long ago it began, so that the page's clock may be wrong. */
  agoMs: z.number().int().min(0).max(DAY_MS),
  durationMs: z.number().int().min(0).max(DAY_MS),
  outcome: z.enum(['done', 'failed']),
  files: z.number().int().min(0).max(1_000_000),
  bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
export type PageSpan = z.infer<typeof pageSpan>;

export const reportSpans = defineRoute({
  name: 'reportSpans',
  method: 'POST',
  path: '/api/trace',
  service: 'gateway',
  access: 'user',
  rate: 'read',
  bodyLimit: 8192,
  summary:
    "Takes how long the user's actions took in the page, for the traces of the operator. Nothing is kept where none are recorded.",
  body: z.strictObject({ spans: z.array(pageSpan).min(1).max(20) }),
  answer: z.object({ recorded: z.boolean() }),
});
