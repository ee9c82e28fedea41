import type { CatalogEvent } from '@skyshelf/contracts';

/**
 * The greatest depth of folders that an event brings, 1 at the top: required when it `deepens` the drive.
 */
export type Bounds = { depth: number };

/** An event with the answer to keep, or an answer alone. A refusal is a thrown DomainError. */
export type Decision<A> =
  | {
      event: CatalogEvent;
      answer: A;
      bounds?: Bounds | undefined;
    }
  | { event: null; answer: A };

/** Passed in, so that rules can be tested. */
export interface DecisionContext {
  now: Date;
  newId(): string;
}
