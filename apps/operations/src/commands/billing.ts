import { planChange, driveId, paymentOutcomes } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

const { currencyCode, currencySymbol, buttonId, itemNumber, ...shape } = planChange.shape;
/** An empty text on the command line clears a field. */
const emptied = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? null : given), schema);
const numeric = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (typeof given === 'string' && given.trim() !== '' ? Number(given) : given), schema);

export const plans = defineCommand({
  name: 'plans',
  summary: 'shows the plans: price, quota, button and item number at the payment provider, badge',
  details: 'From the smallest to the largest. A plan without a button cannot be bought.',
  looksOnly: true,
  input: z.strictObject({}),
  run: async (installation) => (await import('../plans/run-plans.js')).showPlans(installation),
});

export const plansSet = defineCommand({
  name: 'plans set',
  summary: 'changes a plan, or adds one',
  details:
    'NAME as `plans` shows it. What is not given stays; a new plan needs all but button and badge. Accounts that have the plan keep the quota that they got with it.',
  words: ['name'],
  options: {
    description: { value: 'TEXT', doc: 'a sentence for its card' },
    price: { value: 'N', doc: 'for a month' },
    currency: { value: 'CODE', doc: 'of the price, as in ISO 4217: USD' },
    symbol: { value: 'TEXT', doc: 'how the page shows the currency' },
    quota: { value: 'BYTES', doc: 'how much an account may hold' },
    button: { value: 'ID', doc: "the payment provider's button; '' takes it away" },
    item: { value: 'TEXT', doc: 'by which the payment provider names the plan' },
    badge: { value: 'TEXT', doc: "what its card is marked with; '' takes it away" },
  },
  input: z
    .strictObject({
      ...shape,
      price: numeric(shape.price),
      quota: numeric(shape.quota),
      badge: emptied(shape.badge),
      currency: currencyCode,
      symbol: currencySymbol,
      button: emptied(buttonId),
      item: itemNumber,
    })
    .transform(({ currency, symbol, button, item, ...same }) => ({
      ...same,
      currencyCode: currency,
      currencySymbol: symbol,
      buttonId: button,
      itemNumber: item,
    })),
  run: async (installation, input) => (await import('../plans/run-plans.js')).setPlan(installation, input),
});

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
    (await import('../plans/run-plans.js')).showPayments(installation, input),
});
