import type { Documents } from '@skyshelf/documents';
import type { PlanCatalogue } from '../application/billing.js';

const planModule = async () => (await import('./plan-documents.js')).planModule;

/** The plans, whose documents are opened when they are first asked for. */
export function lazyPlans(documents: Documents): PlanCatalogue {
  const plans = () => documents.get(planModule);
  return {
    all: async () => (await plans()).all(),
    find: async (name) => (await plans()).find(name),
    put: async (plan) => (await plans()).put(plan),
  };
}
