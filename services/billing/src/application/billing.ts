import type { BillingEvent, DriveId, PaymentMessage, PaymentRecord } from '@skyshelf/contracts';
import type { DriveStore } from '@skyshelf/event-store';
import type { Clock, StatementSigner } from '@skyshelf/tokens';
import type { BillingRow } from '../domain/billing-row.js';
import type { Plan } from '../domain/plan.js';
import type { PaymentSetUp } from '../domain/read-payment.js';

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

/** What is asked of the record of payments. */
export interface PaymentSearch {
  limit: number;
  drive?: DriveId | undefined;
  outcome?: PaymentRecord['outcome'] | undefined;
}

/** The record of payments of all accounts, those that are gone too. What counts is entered by the store, with its event. */
export interface PaymentBook {
  /** Whose a subscription is, or the payment that a message is about, by what came first; null while nothing did. */
  accountOf(message: Pick<PaymentMessage, 'subscription' | 'parent'>): Promise<DriveId | null>;
  /** Keeps what counts for no account. May be repeated. */
  keep(record: PaymentRecord): Promise<void>;
  /** Open accounts of which something was cancelled, in the order of their drives. */
  cancelledDrives(after: DriveId | null, limit: number): Promise<DriveId[]>;
  /** What came in last first. */
  find(search: PaymentSearch): Promise<PaymentRecord[]>;
}

/** Who takes payments. */
export interface PaymentProvider extends PaymentSetUp {
  /** Where the page's form goes. */
  action: string;
  /** Its button for a plan; null when it can not be bought. */
  buttonOf(plan: Plan): string | null;
  /**
   * Whether the provider itself has sent these bytes.
   * @throws DomainError `payment.unverified` when it gives no answer that can be used
   */
  hasSent(message: Buffer): Promise<boolean>;
}

/** What the use cases work with. */
export interface Billing {
  store: DriveStore<BillingEvent, BillingRow>;
  plans: PlanCatalogue;
  /** Name of the plan that a new account gets. */
  openingPlan: string;
  payments: PaymentBook;
  /** Null where plans can not be bought. */
  provider: PaymentProvider | null;
  /** How long a plan outlives a payment that failed, milliseconds. */
  graceMs: number;
  signer: StatementSigner;
  clock: Clock;
  /** Lets plans be settled at once for which jobs were entered. */
  wake(): void;
}
