import { z } from 'zod';
import { defineInternal } from '../internal-route.js';
import { planChange, storedPlan } from './plans.js';

/** What the operator's commands ask billing alone. */
export const billingCalls = defineInternal(
  { service: 'billing', refuses: [] },
  {
    /** From the smallest to the largest. */
    allPlans: {
      method: 'GET',
      path: '/internal/plans',
      answer: z.object({ plans: z.array(storedPlan) }),
    },
    /** Changes fields of a plan, or adds one. Answers with the whole plan. */
    changePlan: {
      method: 'POST',
      path: '/internal/plans',
      body: planChange,
      answer: storedPlan,
      refuses: ['input.invalid'],
    },
  },
);
