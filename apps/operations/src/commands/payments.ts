import { driveId, paymentOutcomes } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

export const payments = defineCommand({
  name: 'payments',
  summary: 'shows what the payment provider has said, last first',
  details:
    'Each message that was taken: when, of which account, what it says, plan, amount, the ids of payment and subscription. `account-deleted` came for an account that is gone: it changed nothing, so cancel the subscription and pay back at the provider.',
  options: {
    limit: { value: 'N', doc: 'so many, default 50' },
    drive: { value: 'ID', doc: 'of this account alone' },
    outcome: { value: 'WORD', doc: `those alone that are ${paymentOutcomes.join(' or ')}` },
  },
  looksOnly: true,
  input: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    drive: driveId.optional(),
    outcome: z.enum(paymentOutcomes).optional(),
  }),
  run: async (installation, input) =>
    (await import('../payments/show-payments.js')).showPayments(installation, input),
});
