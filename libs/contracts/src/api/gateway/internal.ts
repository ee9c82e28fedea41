import { z } from 'zod';
import { driveId } from '../../ids.js';
import { defineInternal } from '../internal-route.js';

const publicKey = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
});

/** What other services and the operator ask the gateway alone. */
export const gatewayCalls = defineInternal(
  { service: 'gateway', refuses: [] },
  {
    /** A token for scripts (`npm run token`). */
    issueToken: {
      method: 'POST',
      path: '/internal/token',
      body: z.strictObject({ user: z.string().min(1).max(200) }),
      answer: z.object({ accessToken: z.string(), idToken: z.string(), expiresAt: z.number() }),
    },
    /** The keys by which services check tokens (RFC 7517). */
    keys: {
      method: 'GET',
      path: '/internal/keys',
      answer: z.object({ keys: z.array(publicKey) }),
    },
    /** Whose drive an archive holds; null when no one signed in under it. */
    accountOf: {
      method: 'GET',
      path: '/internal/accounts',
      query: z.strictObject({ sub: z.string().min(3).max(400) }),
      answer: z.object({
        account: z
          .object({
            sub: z.string(),
            drive: driveId,
            name: z.string(),
            picture: z.string().nullable(),
            createdAt: z.coerce.date(),
          })
          .nullable(),
      }),
    },
  },
);
