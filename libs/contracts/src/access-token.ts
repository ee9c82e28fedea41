import { z } from 'zod';
import { driveId } from './ids.js';

/** What the gateway writes into its tokens and every service checks. Keys belong to one installation, so the issuer need not name it. */
export const tokenFormat = {
  algorithm: 'EdDSA',
  issuer: 'skyshelf',
  /** Access tokens: what the API takes. */
  audience: 'skyshelf-api',
  /** Identity tokens: for the page to show who is signed in; the API refuses them. */
  pageAudience: 'skyshelf-page',
} as const;

/** The claims of an access token. Times are seconds since the epoch, as JWT has them. */
export const accessTokenClaims = z.object({
  iss: z.literal(tokenFormat.issuer),
  aud: z.literal(tokenFormat.audience),
  /** `<provider>|<id at the provider>`. */
  sub: z.string().min(1).max(300),
  drive: driveId,
  sid: z.string().min(1).max(64),
  name: z.string(),
  /** Absent from the tokens of pages and scripts, which may make every call. */
  scope: z.literal('extension').optional(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;
