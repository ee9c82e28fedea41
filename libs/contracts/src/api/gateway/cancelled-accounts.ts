import { z } from 'zod';
import { accountPage, cancellation, contentCursor } from '../../account-content.js';
import { driveId } from '../../ids.js';
import { defineRoutes } from '../route.js';

const ofAccount = { accountId: driveId };

export const cancelledAccounts = defineRoutes(
  { service: 'gateway', access: 'admin', method: 'POST' },
  {
    listCancelled: {
      path: '/api/account/cancelled',
      rate: 'read',
      summary:
        'Accounts whose subscriptions are all cancelled, in pages: `next` is the `after` of the following one. Each may be deleted from `deleteAfter` on, a calendar month after its last payment. It is noted which admin has asked.',
      refuses: [],
      body: z.strictObject({ after: driveId.optional() }).optional(),
      answer: z.object({
        docs: z.array(
          cancellation.extend({
            /** `accountId` of the other two calls. */
            _id: driveId,
            user: z.string(),
            sub: z.string(),
          }),
        ),
        next: driveId.nullable(),
      }),
    },

    showAccountData: {
      path: '/api/account/data',
      rate: 'read',
      summary:
        'What there is of a cancelled account in the object store and in the databases, never the bytes themselves; in pages: `next` is the `after` of the following one. It is noted which admin has looked.',
      refuses: ['account.not-found'],
      body: z.strictObject({ ...ofAccount, after: contentCursor.optional() }),
      answer: accountPage,
    },

    deleteCancelled: {
      path: '/api/account/delete',
      rate: 'command',
      command: true,
      summary:
        'Deletes a cancelled account and all that it holds, from its `deleteAfter` on: its sessions end at once, and it cannot be kept. It is noted which admin has done so.',
      refuses: ['account.not-found', 'account.not-cancelled', 'account.paid-for', 'drive.closed'],
      body: z.strictObject(ofAccount),
      answer: z.object({ error: z.literal(false) }),
    },
  },
);
