import { z } from 'zod';
import { driveId } from '../../ids.js';
import { defineInternal } from '../internal-routes.js';

export const mailStates = ['waiting', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];
export const mailKinds = [
  ...(['contact', 'confirmation', 'closing', 'deletion'] as const),
  ...(['payment-failed', 'subscription-cancelled', 'quota', 'received'] as const),
] as const;
export type MailKind = (typeof mailKinds)[number];

/** It has neither content nor address. */
export const mailRecord = z.object({
  id: z.string(),
  kind: z.enum(mailKinds),
  state: z.enum(mailStates),
  drive: driveId.nullable(),
  created: z.iso.datetime(),
  sent: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
});
export type MailRecord = z.infer<typeof mailRecord>;

export const notifyCalls = defineInternal(
  { service: 'notify', refuses: [] },
  {
    mails: {
      method: 'GET',
      path: '/internal/mails',
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(1000),
        state: z.enum(mailStates).optional(),
      }),
      answer: z.object({ mails: z.array(mailRecord) }),
    },
    /** An account's last mail. Repeatable: `over` says whether it still waits. */
    sendDeletionNotice: {
      method: 'POST',
      path: '/internal/drives/:drive/notices/deletion',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({ asked: z.iso.datetime() }),
      answer: z.object({ over: z.boolean() }),
    },
    /** Files came by a link. A call may be repeated: `link` and `from` name the notice. */
    sendDropNotice: {
      method: 'POST',
      path: '/internal/drives/:drive/notices/received',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({
        link: z.string().max(64),
        from: z.number().int().nonnegative(),
        files: z.number().int().positive(),
        folder: z.string(),
      }),
      answer: z.object({}),
    },
    /** A call may be repeated with the same key. */
    sendQuotaNotice: {
      method: 'POST',
      path: '/internal/drives/:drive/notices/quota',
      params: z.strictObject({ drive: driveId }),
      body: z.strictObject({
        version: z.number().int().positive(),
        used: z.number().int(),
        quota: z.number().int(),
      }),
      answer: z.object({}),
    },
  },
);
