import type { CatalogEvent, DriveId } from '@skyshelf/contracts';
import type { StatementSigner } from '@skyshelf/tokens';

/** A request of one of both. */
export interface Call {
  method: 'POST' | 'DELETE';
  path: string;
  body: object;
}

/** The answer to a caller: the status, and each refusal in it as `code: message`. */
export type Said = readonly [status: number, ...refusals: string[]];

/** How a round comes out: what both were told, and what is left. */
export interface Outcome {
  said: readonly [Said, Said];
  /** Types of the events, in their order. */
  events: readonly CatalogEvent['type'][];
  /** Everything that reaches the root, by path; folders end with `/`. */
  paths: readonly string[];
  /** Bytes, of all elements and of uploads under way. */
  used: number;
  reserved: number;
}

/** Two who do what cannot both be first. */
export interface Contest {
  /** The events before the race. */
  facts: readonly CatalogEvent[];
  calls: readonly [Call, Call];
  /** How it comes out when the first of them is first, and when the second is. There is nothing else. */
  outcomes: readonly [Outcome, Outcome];
}

export interface Round {
  number: number;
  drive: DriveId;
  signer: StatementSigner;
}

/** A contest for each round. */
export interface Pair {
  title: string;
  contest(round: Round): Contest;
}
