import type { BillingEvent } from '@skyshelf/contracts';

/** What a rule finds: a fact with the answer to keep, or an answer alone when nothing changes. A refusal is a thrown DomainError. */
export type Decision<A> = { event: BillingEvent; answer: A } | { event: null; answer: A };
