import { z } from 'zod';
import { billingContent, cancelledPage } from '../../account-content.js';
import { driveId } from '../../ids.js';
import { pageQuery } from '../../operations.js';
import { defineInternal } from '../internal-routes.js';
import { paymentOutcomes, paymentRecord } from './payments.js';
import { planChange, storedPlan } from './plans.js';

export const billingCalls = defineInternal(
  { service: 'billing', refuses: [] },
  {
    /** Order: smallest first. */
    allPlans: {
      method: 'GET',
      path: '/internal/plans',
      answer: z.object({ plans: z.array(storedPlan) }),
    },
    changePlan: {
      method: 'POST',
      path: '/internal/plans',
      body: planChange,
      answer: storedPlan,
      refuses: ['input.invalid'],
    },
    /** Order: latest first. */
    payments: {
      method: 'GET',
      path: '/internal/payments',
      query: z.strictObject({
        limit: z.coerce.number().int().min(1).max(1000),
        drive: driveId.optional(),
        outcome: z.enum(paymentOutcomes).optional(),
      }),
      answer: z.object({ payments: z.array(paymentRecord) }),
    },
    /** Accounts all of whose subscriptions are cancelled; a page may be shorter than asked for. */
    cancelled: {
      method: 'GET',
      path: '/internal/cancelled',
      query: pageQuery.extend({ after: driveId.optional() }),
      answer: cancelledPage,
    },
    accountContent: {
      method: 'GET',
      path: '/internal/drives/:drive/content',
      params: z.strictObject({ drive: driveId }),
      answer: billingContent,
    },
  },
);
