import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const storedPlan = z.object({
  name: z.string().min(1).max(60),
  description: z.string().min(1).max(500),
  price: z.number().nonnegative().max(1_000_000),
  currencySymbol: z.string().min(1).max(8),
  /** Format: ISO 4217. */
  currencyCode: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
  /** Unit: bytes. */
  quota: z.number().int().nonnegative(),
  /** The payment provider's button; null while the plan cannot be bought. */
  buttonId: z.string().min(1).max(200).nullable(),
  itemNumber: z.string().min(1).max(127),
  badge: z.string().min(1).max(40).nullable(),
});

export type StoredPlan = z.infer<typeof storedPlan>;

/** Only the fields to change; a new plan needs all. */
export const planChange = z.strictObject({ ...storedPlan.partial().shape, name: storedPlan.shape.name });
export type PlanChange = z.infer<typeof planChange>;

export const plan = z.object({
  name: z.string(),
  description: z.string(),
  price: z.number().nonnegative(),
  currencySymbol: z.string(),
  currencyCode: z.string(),
  quota: z.number().int(),
  buttonId: z.string().nullable(),
  badge: z.string().nullable(),
  userId: z.string().nullable(),
  upgrade: z.boolean(),
  disabled: z.boolean(),
  current: z.boolean(),
  /** The form posted to the payment provider; null: nothing to post. */
  subscribe: z
    .object({
      action: z.url(),
      cmd: z.literal('_s-xclick'),
      hosted_button_id: z.string(),
      /** Names the account, signed. */
      custom: z.string(),
    })
    .nullable(),
});

export const plans = defineRoutes(
  { service: 'billing', access: 'visitor', rate: 'read' },
  {
    listPlans: {
      method: 'POST',
      path: '/api/account/plans',
      summary: 'The plans one can have.',
      refuses: [],
      body: z.strictObject({ auth: z.boolean().optional() }),
      answer: z.array(plan),
    },
  },
);
