import type { BillingEvent, DriveId, PaymentMessage, PaymentRecord } from '@skyshelf/contracts';
import type { DriveStore } from '@skyshelf/event-store';
import type { Clock, StatementSigner } from '@skyshelf/tokens';
import type { BillingRow } from '../domain/billing-row.js';
import type { Plan } from '../domain/plan.js';
import type { PaymentSetUp } from '../domain/read-payment.js';

export interface PlanCatalogue {
  /** Order: from the smallest to the largest. */
  all(): Promise<Plan[]>;
  find(name: string): Promise<Plan | null>;
  /**
   * New or changed.
   * @throws DomainError `input.invalid` when another plan has its item number
   */
  put(plan: Plan): Promise<void>;
}

export interface PaymentSearch {
  limit: number;
  drive?: DriveId | undefined;
  outcome?: PaymentRecord['outcome'] | undefined;
}

/** Deleted accounts' too. The store enters what counts, with its event. */
export interface PaymentBook {
  /** Finds the account by the first such message; null before it. */
  accountOf(message: Pick<PaymentMessage, 'subscription' | 'parent'>): Promise<DriveId | null>;
  /** Keeps a record that belongs to no account. Repeatable. */
  keep(record: PaymentRecord): Promise<void>;
  /** Open accounts with something cancelled, by drive. */
  cancelledDrives(after: DriveId | null, limit: number): Promise<DriveId[]>;
  /** Order: latest first. */
  find(search: PaymentSearch): Promise<PaymentRecord[]>;
}

export interface PaymentProvider extends PaymentSetUp {
  /** The form's target. */
  action: string;
  /** null: it can't be bought. */
  buttonOf(plan: Plan): string | null;
  /** @throws DomainError `payment.unverified` without a usable answer */
  hasSent(message: Buffer): Promise<boolean>;
}

export interface Billing {
  store: DriveStore<BillingEvent, BillingRow>;
  plans: PlanCatalogue;
  /** A new account's plan. */
  openingPlan: string;
  payments: PaymentBook;
  /** Null: plans can't be bought. */
  provider: PaymentProvider | null;
  /** The milliseconds after a failed payment. */
  graceMs: number;
  signer: StatementSigner;
  clock: Clock;
  /** Runs the entered jobs at once. */
  wake(): void;
}
