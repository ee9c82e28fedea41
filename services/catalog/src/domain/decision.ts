import type { CatalogEvent } from '@skyshelf/contracts';

/** How deep the folders stand at most that an event brings somewhere, 1 at the top: to be told by every rule whose event `deepens` the drive. */
export type Bounds = { depth: number };

/**
 * What a rule finds: a fact with the answer to keep, or an answer alone when nothing changes. A refusal is a
 * thrown DomainError.
 */
export type Decision<A> =
  | {
      event: CatalogEvent;
      answer: A;
      bounds?: Bounds | undefined;
    }
  | { event: null; answer: A };

/** Time and new ids, given from outside so that a rule can be tested. */
export interface DecisionContext {
  now: Date;
  newId(): string;
}
