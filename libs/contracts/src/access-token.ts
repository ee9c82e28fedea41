import { z } from 'zod';
import { accessScope } from './access-scope.js';
import { driveId } from './ids.js';

/** Keys belong to one installation, so no issuer is named. */
export const tokenFormat = {
  algorithm: 'EdDSA',
  issuer: 'skyshelf',
  audience: 'skyshelf-api',
  /** Identity tokens for the page; the API refuses them. */
  pageAudience: 'skyshelf-page',
} as const;

/** Times are seconds since the epoch, as JWT has them. */
export const accessTokenClaims = z.object({
  iss: z.literal(tokenFormat.issuer),
  aud: z.literal(tokenFormat.audience),
  /** Format: `<provider>|<id at the provider>`. */
  sub: z.string().min(1).max(300),
  drive: driveId,
  sid: z.string().min(1).max(64),
  name: z.string(),
  /**
   * Absent from the tokens of pages and scripts, which may make every call. Tokens of version 0.2 and older say
   * only `extension`.
   */
  scope: z.union([accessScope, z.literal('extension')]).optional(),
  /** The restore epoch of the gateway's accounts; absent: 0. Others are refused. */
  epoch: z.number().int().positive().optional(),
  iat: z.number().int(),
  exp: z.number().int(),
});
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>;
