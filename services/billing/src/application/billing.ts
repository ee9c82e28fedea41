import type { BillingEvent } from '@skyshelf/contracts';
import type { DriveStore } from '@skyshelf/event-store';
import type { BillingRow } from '../domain/billing-row.js';
import type { Plan } from '../domain/plan.js';

/** The plans that can be had. */
export interface PlanCatalogue {
  /** From the smallest to the largest. */
  all(): Promise<Plan[]>;
  find(name: string): Promise<Plan | null>;
  /**
   * Keeps a plan, a new one or one that was there.
   * @throws DomainError `input.invalid` when another plan has its item number
   */
  put(plan: Plan): Promise<void>;
}

/** What the use cases work with. */
export interface Billing {
  store: DriveStore<BillingEvent, BillingRow>;
  plans: PlanCatalogue;
  /** Name of the plan that a new account gets. */
  openingPlan: string;
}
