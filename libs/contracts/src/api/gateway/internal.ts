import { z } from 'zod';
import { driveId } from '../../ids.js';
import { auditList, deletionList, problemList } from '../../operations.js';
import { defineInternal } from '../internal-routes.js';

const publicKey = z.object({
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  kid: z.string(),
  alg: z.string(),
  use: z.string(),
});

const noticeTarget = z.object({
  address: z.string(),
  publicUrl: z.string(),
  /** Carried by the confirmation link. */
  code: z.string().nullable(),
});
export type NoticeTarget = z.infer<typeof noticeTarget>;

export const gatewayCalls = defineInternal(
  { service: 'gateway', refuses: [] },
  {
    /** Scripts call it (`npm run token`). */
    issueToken: {
      method: 'POST',
      path: '/internal/token',
      body: z.strictObject({ user: z.string().min(1).max(200) }),
      answer: z.object({ accessToken: z.string(), idToken: z.string(), expiresAt: z.number() }),
    },
    /** Source: RFC 7517. */
    keys: {
      method: 'GET',
      path: '/internal/keys',
      answer: z.object({ keys: z.array(publicKey) }),
    },
    /** Order: open ones first, then the latest. */
    deletions: {
      method: 'GET',
      path: '/internal/deletions',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
      answer: deletionList,
    },
    /** Order: latest first. */
    audit: {
      method: 'GET',
      path: '/internal/audit',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
      answer: auditList,
    },
    checkDeletions: { method: 'GET', path: '/internal/deletions/check', answer: problemList },
    resumeDeletions: {
      method: 'POST',
      path: '/internal/deletions/resume',
      body: z.strictObject({ drives: z.array(driveId).max(1000) }),
      answer: z.object({}),
    },
    /** Visitors of a link are out at every gateway. Repeatable. */
    endShareGeneration: {
      method: 'POST',
      path: '/internal/drives/:drive/shares/end',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({
        id: z.string().max(64),
        generation: z.number().int().nonnegative(),
        kind: z.enum(['share', 'drop']).default('share'),
      }),
      answer: z.object({}),
    },
    /** The confirmed address, or the one that this confirmation is for. */
    noticeTarget: {
      method: 'GET',
      path: '/internal/drives/:drive/notices',
      params: z.strictObject({ drive: driveId }),
      query: z.strictObject({
        confirmation: z.string().max(100).optional(),
        /** The address for notices of files that came by links, unless those were stopped: its code does that. */
        of: z.literal('received').optional(),
      }),
      answer: z.object({ target: noticeTarget.nullable() }),
    },
    /** Null when no one signed in under it. */
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
