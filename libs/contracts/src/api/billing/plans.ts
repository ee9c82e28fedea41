import { z } from 'zod';
import { defineRoutes } from '../route.js';

export const plan = z.object({
  name: z.string(),
  description: z.string(),
  price: z.number().nonnegative(),
  currencySymbol: z.string(),
  quota: z.number().int(),
  buttonId: z.string().nullable(),
  userId: z.string().nullable(),
  upgrade: z.boolean(),
  disabled: z.boolean(),
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
