import type { CatalogEvent, OpId } from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Instance } from './instance.js';

/** A drive as one process sees it. */
export interface Shelf extends Instance {
  user: Caller;
}

/** A use case that a process may die in. */
export interface CrashCase {
  /** The name of the route or the type of the event that is reacted to; `by itself` when no one asks. */
  covers: string;
  title: string;
  facts: readonly CatalogEvent[];
  /** Runs in a healthy process before the case and gives its result to the case. */
  prepare?(shelf: Shelf): Promise<string>;
  /** The retry comes before the new process has gone on with anything: it is about what would be over then. */
  retriedFirst?: true;
  /** The same intention each time it is called with the same id. */
  act(shelf: Shelf, opId: OpId, prepared: string): Promise<unknown>;
}

/** A case by its title and what it covers. */
export const crashCase = (
  covers: string,
  title: string,
  rest: Omit<CrashCase, 'covers' | 'title'>,
): CrashCase => ({
  covers,
  title,
  ...rest,
});
