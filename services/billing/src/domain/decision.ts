import type { BillingEvent } from '@skyshelf/contracts';

/** An event with the answer to keep, or an answer alone. A refusal is a thrown DomainError. */
export type Decision<A> = { event: BillingEvent; answer: A } | { event: null; answer: A };
