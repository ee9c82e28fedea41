import { z } from 'zod';
import { driveId } from '../../ids.js';
import { defineInternal } from '../internal-route.js';

export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];
export const mailKinds = [
  ...(['contact', 'confirmation', 'closing', 'deletion'] as const),
  ...(['payment-failed', 'subscription-cancelled', 'quota'] as const),
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail as the operator sees it: no word of what it says, and no address. */
export const mailRecord = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  drive: driveId.nullable(),
  created: z.iso.datetime(),
  sent: z.iso.datetime().nullable(),
  /** Why it was not sent at its last try. */
  reason: z.string().nullable(),
});
export type MailRecord = z.infer<typeof mailRecord>;

/** What the operator's commands ask notify alone. */
export const notifyCalls = defineInternal(
  { service: 'notify', refuses: [] },
  {
    /** Last ones first. */
    mails: {
      method: 'GET',
      path: '/internal/mails',
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(1000),
        state: z.enum(mailStates).optional(),
      }),
      answer: z.object({ mails: z.array(mailRecord) }),
    },
    /** Sends the last mail of an account, whose deletion begins. May be repeated: `over` says whether it still waits to be sent. */
    sayDeletion: {
      method: 'POST',
      path: '/internal/drives/:drive/notices/deletion',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({ asked: z.iso.datetime() }),
      answer: z.object({ over: z.boolean() }),
    },
    /** Tells an account that its space is almost used up. May be repeated with the same key. */
    sayQuota: {
      method: 'POST',
      path: '/internal/drives/:drive/notices/quota',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({
        /** Of the crossing, in the drive. */
        version: z.number().int().positive(),
        used: z.number().int(),
        quota: z.number().int(),
      }),
      answer: z.object({}),
    },
  },
);
