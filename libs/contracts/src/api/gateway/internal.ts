import { z } from 'zod';
import { driveId } from '../../ids.js';
import { auditList, deletionList, problemList } from '../../operations.js';
import { defineInternal } from '../internal-route.js';

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
  /** Where people reach the product, without a final slash. */
  publicUrl: z.string(),
  /** What the link that confirms the address carries. */
  code: z.string().nullable(),
});
export type NoticeTarget = z.infer<typeof noticeTarget>;

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
    /** Accounts on their way out, the open ones first, then those that are gone, the latest first. */
    deletions: {
      method: 'GET',
      path: '/internal/deletions',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
      answer: deletionList,
    },
    /** What admins have done, the latest first. */
    audit: {
      method: 'GET',
      path: '/internal/audit',
      query: z.strictObject({ limit: z.coerce.number().int().min(1).max(10_000).default(1000) }),
      answer: auditList,
    },
    /** Deletions that do not go on by themselves. */
    checkDeletions: { method: 'GET', path: '/internal/deletions/check', answer: problemList },
    /** Lets those go on that stand still. */
    resumeDeletions: {
      method: 'POST',
      path: '/internal/deletions/resume',
      body: z.strictObject({ drives: z.array(driveId).max(1000) }),
      answer: z.object({}),
    },
    /** Where notices of an account go: its confirmed address, or with a confirmation the one that is to be confirmed by it. Null for none. */
    noticeTarget: {
      method: 'GET',
      path: '/internal/drives/:drive/notices',
      params: z.strictObject({ drive: driveId }),
      query: z.strictObject({ confirmation: z.string().max(100).optional() }),
      answer: z.object({ target: noticeTarget.nullable() }),
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
